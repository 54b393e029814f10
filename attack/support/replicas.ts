import { type Service, startService } from './service.ts'

/** Starts processes of the service side by side. */
export function startReplicas(count: number, environment: Record<string, string>): Promise<Service[]> {
  return Promise.all(Array.from({ length: count }, () => startService(environment)))
}

/** Stops them one after the other, so that each can hand over what it has not finished. */
export async function stopReplicas(replicas: Service[]): Promise<string[]> {
  const endings: string[] = []
  for (const replica of replicas) {
    const { code, signal } = await replica.end('SIGTERM')
    endings.push(String(code ?? signal))
  }
  return endings
}

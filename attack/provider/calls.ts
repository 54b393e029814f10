import { lineOf, ROOT, startProcess } from '../support/service.ts'
import { type Phase, PRICE, type Reply } from './script.ts'

/** A call as the provider saw it. */
export interface ProviderCall {
  /** The unique marker of the question. */
  question: string
  model: string
  phase: Phase
  digest: string
  kind: Reply['kind']
  billed: boolean
  arrivedAt: number
  /** When the complete answer had been passed to the operating system; null if the caller disconnected before. */
  sentAt: number | null
  /** When its connection was free or gone, answered or not; null while it is open. */
  endedAt: number | null
}

/** The provider's process. */
export interface Provider {
  /** Settings that direct the service's model calls to it. */
  environment: Record<string, string>
  calls(): Promise<ProviderCall[]>
  end(): Promise<void>
}

/** The key the service is given for the provider. */
export const PROVIDER_KEY = 'sk-canary-of-the-server-71f0'

/** Starts the provider; its models take 20 to 200 ms, or that many times as long. */
export async function startProvider({ slower = 1 } = {}): Promise<Provider> {
  const command = [process.execPath, '--import', 'tsx', `${ROOT}attack/provider/main.ts`, String(slower)]
  const provider = startProcess(command, { cwd: ROOT })
  const line = await lineOf(provider, '"listening"')
  if (line === null) throw new Error(`The scripted provider did not start:\n${provider.output()}`)
  const url = `http://127.0.0.1:${JSON.parse(line).port}/v1`
  return {
    environment: { OPENROUTER_API_KEY: PROVIDER_KEY, OPENROUTER_BASE_URL: url },
    calls: async () => (await fetch(url)).json() as Promise<ProviderCall[]>,
    async end() {
      await provider.end('SIGKILL')
    },
  }
}

/** Whether a call was paid for: billed, and its answer sent in full. */
export function isPaid({ billed, sentAt }: ProviderCall): boolean {
  return billed && sentAt !== null
}

/** The total cost of some calls, according to the provider. */
export function billOf(calls: ProviderCall[]) {
  const paid = calls.filter(isPaid).length
  return {
    calls: paid,
    promptTokens: paid * PRICE.prompt_tokens,
    completionTokens: paid * PRICE.completion_tokens,
    costUsd: paid * PRICE.cost,
  }
}

import { listen } from '../../src/main/serve.ts'
import { openWholeService, type TestService } from './service.ts'

/** A service that listens, as a browser needs it. */
export interface ServedPlayground {
  service: TestService
  /** The root of the edge API. */
  origin: string
  stop(): Promise<void>
}

/** Opens a service on a free port. */
export async function servePlayground(environment: Record<string, string> = {}): Promise<ServedPlayground> {
  const service = await openWholeService(environment)
  service.welcomeRequests()
  const address = { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' }
  const { port, cut } = await listen(service.edge, address)
  return {
    service,
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      cut()
      await service.stop()
    },
  }
}

import { listenTo } from './listening.ts'
import { openService, openWholeService, type TestService } from './service.ts'

/** A service in this process that listens on free ports. */
export interface ListeningService extends TestService {
  edgeUrl: string
  localUrl: string
}

/** Opens a service and listens, for programs: a process of its own would take far longer to start. */
export async function listenHere(
  environment: Record<string, string>,
  axioms: 'all' | 'few' = 'few',
  past?: string,
): Promise<ListeningService> {
  const service = await (axioms === 'all' ? openWholeService : openService)(environment, past)
  service.welcomeRequests()
  const edge = await listenTo(service, 'edge')
  const local = await listenTo(service, 'local')
  return {
    ...service,
    edgeUrl: `http://127.0.0.1:${edge.port}`,
    localUrl: `http://127.0.0.1:${local.port}`,
    async stop(options) {
      edge.cut()
      local.cut()
      await service.stop(options)
    },
  }
}

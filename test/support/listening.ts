import { listen } from '../../src/main/serve.ts'
import { IS_IN_WORKERD } from './in-workerd/differences.ts'
import type { ListeningApi } from './in-workerd/open-in-workerd.ts'
import type { TestService } from './service.ts'

/** Opens a free port for an API of a service; `cut` closes it. */
export function listenTo(
  service: TestService,
  api: 'edge' | 'local' = 'edge',
): Promise<{ port: number; cut(): void }> {
  if (IS_IN_WORKERD) return (service[api] as unknown as ListeningApi).listen()
  return listen(service[api], { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' })
}

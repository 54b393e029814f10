import type { z } from 'zod'
import type { Liveness, Readiness } from '../contract/service-info.ts'
import type { CallOptions, Sender } from './send.ts'

/** The methods that both APIs have. */
export function serviceMethods<Welcome, Health>({ json, text }: Sender) {
  const getting = (path: string, { signal }: CallOptions) => ({ method: 'GET' as const, path, signal })

  return {
    /** What there is on this API. */
    welcome(options: CallOptions = {}): Promise<Welcome> {
      return json(getting('/', options))
    },
    health(options: CallOptions = {}): Promise<Health> {
      return json(getting('/health', options))
    },
    /** Responds as long as the service runs. */
    liveness(options: CallOptions = {}): Promise<z.output<typeof Liveness>> {
      return json(getting('/livez', options))
    },
    /** Rejects with 503 and the reasons while requests should be sent elsewhere. */
    readiness(options: CallOptions = {}): Promise<z.output<typeof Readiness>> {
      return json(getting('/readyz', options))
    },
    /** The OpenAPI document. */
    openapi(options: CallOptions = {}): Promise<Record<string, unknown>> {
      return json(getting('/openapi.json', options))
    },
    /** The documentation as a web page. */
    documentation(options: CallOptions = {}): Promise<string> {
      return text(getting('/docs', options))
    },
  }
}

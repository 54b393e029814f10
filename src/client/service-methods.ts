import type { z } from 'zod'
import type { Liveness, Readiness } from '../contract/service-info.ts'
import type { CallOptions, Sender } from './send.ts'

/** The methods that both APIs have. */
export function serviceMethods<Welcome, Health>({ get, text }: Sender) {
  return {
    /** What there is on this API. */
    welcome: (options?: CallOptions) => get<Welcome>('/', options),
    health: (options?: CallOptions) => get<Health>('/health', options),
    /** Responds as long as the service runs. */
    liveness: (options?: CallOptions) => get<z.output<typeof Liveness>>('/livez', options),
    /** Rejects with 503 and the reasons while requests should be sent elsewhere. */
    readiness: (options?: CallOptions) => get<z.output<typeof Readiness>>('/readyz', options),
    /** The OpenAPI document. */
    openapi: (options?: CallOptions) => get<Record<string, unknown>>('/openapi.json', options),
    /** The documentation as a web page. */
    documentation: (options?: CallOptions) => text('/docs', options),
  }
}

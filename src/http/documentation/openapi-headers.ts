import type { Keyring } from '../shared/keyring.ts'

/** What a route behind `requireKey` asks for: either form of the API key, and nothing where keys are off. */
export function securedBy({ required }: Keyring): Array<Record<string, string[]>> {
  return required ? [{ apiKey: [] }, { bearer: [] }] : []
}

/** How a key can be sent, for the documentation. */
export const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Comes before the bearer token' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token' },
} as const

/**
 * The optional header with the caller's own key for the routing provider, as documentation alone: any text will
 * do, and validating it would have every header of the request read and sorted.
 */
export const routerKeyHeader = {
  in: 'header' as const,
  name: 'x-router-key',
  required: false,
  schema: { type: 'string' as const },
  description: "The caller's own key for the routing provider; the server's is used when absent",
}

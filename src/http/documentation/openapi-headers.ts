import type { Keyring } from '../shared/keyring.ts'

/** The security requirement of a route behind `requireKey`: either form of the API key, or none when keys are off. */
export function securedBy({ required }: Keyring): Array<Record<string, string[]>> {
  return required ? [{ apiKey: [] }, { bearer: [] }] : []
}

/** How a key can be sent, for the documentation. */
export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'Takes precedence over the bearer token',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token' },
} as const

/**
 * The optional header with the caller's own key for the routing provider, for documentation only: any text is
 * accepted, and validation would read and sort every header of the request.
 */
export const routerKeyHeader = {
  in: 'header' as const,
  name: 'x-router-key',
  required: false,
  schema: { type: 'string' as const },
  description: "The caller's own key for the routing provider. Default: the key configured on the server",
}

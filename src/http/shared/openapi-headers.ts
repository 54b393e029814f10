import { z } from 'zod'

/** Either form of the API key. */
export const securedByKey: Array<Record<string, string[]>> = [{ apiKey: [] }, { bearer: [] }]

/** How a key can be sent, for the documentation. */
export const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Comes before the bearer token' },
  bearer: { type: 'http', scheme: 'bearer' },
} as const

/** The optional header with the caller's own key for the routing provider. */
export const withRouterKey = z.object({
  'x-router-key': z
    .string()
    .optional()
    .meta({ description: "The caller's own key for the routing provider; the server's is used when absent" }),
})

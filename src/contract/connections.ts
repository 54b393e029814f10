import { z } from 'zod'
import { count, flag, list, named, required, text, texts } from './described.ts'
import { LIMITS } from './limits.ts'
import { OPERATOR_NAME, PROVIDERS } from './panel.ts'

/** The servers of one's own that the playground knows; any other name of an endpoint will do. */
export const ConnectionName = z.object({
  name: z
    .string()
    .regex(OPERATOR_NAME, 'name must be lower case letters, digits, dots, dashes and underscores, at most 32')
    .meta({ description: `One of ${PROVIDERS.join(', ')}, or a name for a server`, example: 'anthropic' }),
})

const KEY_RULE = 'key must be one word of at most 512 characters, as the provider shows it'

/** PUT /connections/{name}: a key for a provider, or the address of a server. */
export const ConnectionRequest = z
  .object({
    key: required('key')
      .trim()
      .regex(/^[\x21-\x7e]{1,512}$/, KEY_RULE)
      .optional()
      .describe('The key, for openrouter, openai, anthropic or gemini'),
    address: required('address')
      .trim()
      .max(LIMITS.modelIdentifierCharacters, 'address is too long')
      .optional()
      .meta({
        description: 'The address of a server that speaks the protocol of OpenAI, for any other name',
        example: 'http://127.0.0.1:11434/v1',
      }),
  })
  .refine(({ key, address }) => (key === undefined) !== (address === undefined), {
    error: 'Send either key or address',
  })
export type ConnectionRequest = z.infer<typeof ConnectionRequest>

export const Connection = named('Connection', 'A provider or a server whose models can be asked', {
  name: text('The provider, or the name of the server').meta({ example: 'anthropic' }),
  is_stored: flag('Whether it was stored here; otherwise it is in the settings of the service'),
  is_used: flag('False where the settings of the service have one of the same name, which is used instead'),
  key_ending: text('The last four characters of a stored key, otherwise null').nullable(),
  address: text('The address of a stored server, otherwise null').nullable(),
})
export type Connection = z.infer<typeof Connection>

export const ConnectionsResponse = named('ConnectionsResponse', 'What the service can ask', {
  connections: list(Connection, 'Providers with a key, and servers'),
  can_store: flag('Whether the page of this service can store keys and addresses'),
  why_not: text('Why it cannot, and where keys are kept instead; null where it can').nullable(),
})
export type ConnectionsResponse = z.infer<typeof ConnectionsResponse>

const tried = {
  model: text(
    'The model that answered the test; null for a server, whose list of models was read',
  ).nullable(),
  models: count('How many models are listed'),
}
export const ConnectionTried = named('ConnectionTried', 'A key or an address that works', tried)
export type ConnectionTried = z.infer<typeof ConnectionTried>

export const ConnectionStored = named('ConnectionStored', 'A key or an address that works, and is stored', {
  ...tried,
  default_models: texts('The panel for requests that name no models, from now on'),
})

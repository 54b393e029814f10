import { z } from 'zod'
import type { ListedModel, ModelPrice } from '../../../consensus/model-catalogue.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { isGood, openResponse } from '../providers/http/open-response.ts'
import { boundedBody } from '../providers/http/read-body.ts'
import { withoutSlash } from '../providers/protocols/protocol.ts'

/** The list of the largest router has about 1 MB. */
const MOST_BYTES = 8 * 1024 * 1024
const MOST_MODELS = 10_000
const TIME_LIMIT_MS = 5_000
const MILLION = 1e6

/** Where a list is, and the server's own key for it; a caller's key is never sent. */
export interface ListAddress {
  baseUrl: string
  /** Null where none is needed. */
  apiKey: string | null
}

/** Fetches the list of models of a server that speaks OpenAI's protocol; throws when it has none. */
export async function fetchModelList(
  { baseUrl, apiKey }: ListAddress,
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const response = await openResponse(`${withoutSlash(baseUrl)}/models`, {
    headers: {
      accept: 'application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
  })
  if (!isGood(response)) {
    response.body.on('error', () => {}).destroy()
    throw new Error(`The list of models could not be read: status ${response.status}.`)
  }
  return modelsIn(JSON.parse(await boundedBody(response.body, { mostBytes: MOST_BYTES, rest: 'refused' })))
}

const List = z.object({ data: z.array(z.unknown()) })

const usd = z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number().min(0))
const rate = usd.transform((usdPerToken) => Math.round(usdPerToken * MILLION * MILLION) / MILLION)

/** Routers state a negative price where it varies; such a price is unknown, like one that is not a number. */
const Price = z
  .object({ prompt: rate, completion: rate, request: usd.nullish() })
  .transform(
    ({ prompt, completion, request }): ModelPrice => ({
      promptUsdPerMillion: prompt,
      completionUsdPerMillion: completion,
      requestUsd: request ?? 0,
    }),
  )
  .nullable()
  .catch(null)

const Entry = z
  .object({
    id: z.string().trim().min(1).max(LIMITS.modelIdentifierCharacters),
    name: z.string().max(LIMITS.modelIdentifierCharacters).nullable().catch(null),
    context_length: z.int().min(1).nullable().catch(null),
    pricing: Price,
  })
  .transform(
    ({ id, name, context_length, pricing }): ListedModel => ({
      id,
      name,
      contextLength: context_length,
      price: pricing,
    }),
  )

/** The models in the body of a list, each once; entries that name no model are skipped. */
function modelsIn(body: unknown): ListedModel[] {
  const models = new Map<string, ListedModel>()
  for (const listed of List.parse(body).data) {
    const entry = Entry.safeParse(listed)
    if (entry.success && !models.has(entry.data.id)) models.set(entry.data.id, entry.data)
    if (models.size === MOST_MODELS) break
  }
  return [...models.values()]
}

import { z } from 'zod'
import type { ListedModel, ModelPrice } from '../../../consensus/model-catalogue.ts'
import { parseBounded } from '../../../contract/json-text.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { OpenHttp } from '../providers/open-http.ts'
import { baseOf } from '../providers/protocols/protocol.ts'
import { isGood } from '../providers/provider-fault.ts'
import { protocolOf } from '../providers/provider-models.ts'
import { boundedBody } from '../providers/read-response.ts'

/** The list of the largest router has about 1 MB. */
const MOST_BYTES = 8 * 1024 * 1024
const MOST_MODELS = 10_000
const TIME_LIMIT_MS = 5_000
const MILLION = 1e6

/** Where a provider or a server is asked, and with which key; null for its own address, and for none. */
export interface ServerAccess {
  apiKey: string | null
  baseUrl: string | null
}

/** What is asked for to get the whole list at once. */
const QUERIES: Record<string, string> = { anthropic: '?limit=1000', gemini: '?pageSize=1000' }

/** Fetches the list of models of a server; throws when it has none. */
export async function fetchModelList(
  { server, baseUrl, apiKey }: ServerAccess & { server: string },
  openHttp: OpenHttp,
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const protocol = protocolOf(server)
  const response = await openHttp(`${baseOf(protocol, baseUrl)}/models${QUERIES[server] ?? ''}`, {
    headers: { accept: 'application/json', ...(apiKey === null ? {} : protocol.headers(apiKey)) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
  })
  if (!isGood(response)) {
    response.body.on('error', () => {}).destroy()
    throw new Error(`The list of models could not be read: status ${response.status}.`)
  }
  const body = parseBounded(await boundedBody(response, MOST_BYTES))
  return server === 'gemini'
    ? eachOnce(GeminiList.parse(body).models, GeminiEntry)
    : eachOnce(List.parse(body).data, ListEntry)
}

const List = z.object({ data: z.array(z.unknown()) })
const GeminiList = z.object({ models: z.array(z.unknown()) })

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

const Id = z.string().trim().min(1).max(LIMITS.modelIdentifierCharacters)
const Name = z.string().max(LIMITS.modelIdentifierCharacters).nullable().catch(null)
const ContextLength = z.int().min(1).nullable().catch(null)

const ListEntry = z
  .object({
    id: Id,
    name: Name,
    display_name: Name,
    context_length: ContextLength,
    pricing: Price,
    /** At routers. */
    architecture: z
      .object({ input_modalities: z.array(z.string()) })
      .optional()
      .catch(undefined),
    /** In seconds, at OpenAI and routers. */
    created: z.number().min(0).optional().catch(undefined),
    /** As a date, at Anthropic. */
    created_at: z.iso.datetime({ offset: true }).optional().catch(undefined),
  })
  .transform(
    ({ id, name, display_name, context_length, pricing, created, created_at, architecture }): ListedModel => {
      const published = created_at === undefined ? created && created * 1000 : Date.parse(created_at)
      return {
        id,
        name: name ?? display_name,
        contextLength: context_length,
        price: pricing,
        ...(published === undefined ? {} : { createdAt: published }),
        ...(architecture && { inputs: architecture.input_modalities }),
      }
    },
  )

/** Those that write texts; the list also names models for embeddings and others. */
const GeminiEntry = z
  .object({
    name: z
      .string()
      .transform((name) => name.replace(/^models\//, ''))
      .pipe(Id),
    displayName: Name,
    inputTokenLimit: ContextLength,
    supportedGenerationMethods: z
      .array(z.unknown())
      .refine((methods) => methods.includes('generateContent'))
      .optional(),
  })
  .transform(
    ({ name, displayName, inputTokenLimit }): ListedModel => ({
      id: name,
      name: displayName,
      contextLength: inputTokenLimit,
      price: null,
    }),
  )

/** The models of a list, each once; entries that name no model are skipped. */
function eachOnce(entries: unknown[], schema: z.ZodType<ListedModel>): ListedModel[] {
  const models = new Map<string, ListedModel>()
  for (const listed of entries) {
    const entry = schema.safeParse(listed)
    if (entry.success && !models.has(entry.data.id)) models.set(entry.data.id, entry.data)
    if (models.size === MOST_MODELS) break
  }
  return [...models.values()]
}

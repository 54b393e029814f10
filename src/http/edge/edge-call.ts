import type { Context } from 'hono'
import type { StoredResult } from '../../cache/past-questions.ts'
import type { EdgeConsensusCall } from '../../consensus/cached-consensus.ts'
import { presentEntry } from '../../consensus/present/present.ts'
import type { EdgeConsensusRequest, EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import { callerKeysOf } from '../middleware/authenticate.ts'
import { type ApiContext, type Caller, ownerOf, queueKeyOf, setHeader } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** A request with what its headers say: who asks, whose key pays, and what the cache may do; some results are its caller's alone. */
export function edgeCall(
  context: ApiContext,
  services: EdgeServices,
  request: EdgeConsensusRequest,
  isPrivate = false,
) {
  const { noCache, noStore } = cacheWishOf(context)
  return {
    request: noCache ? { ...request, skip_cache: true } : request,
    noStore,
    ...whoseCall(services, context.get('caller'), request, isPrivate || noStore),
    callerKeys: callerKeysOf(context),
  }
}

/** What a caller's Cache-Control header asks for; directives other than these are ignored. */
export function cacheWishOf(context: Context): { noCache: boolean; noStore: boolean } {
  const given = context.req.header('cache-control') ?? ''
  // A quoted value may contain commas.
  const directives = given
    .toLowerCase()
    .replace(/"[^"]*"/g, '')
    .split(',')
    .map((directive) => directive.trim())
  const asksFor = (wanted: RegExp) => directives.some((directive) => wanted.test(directive))
  const noStore = asksFor(/^no-store\s*(?:=|$)/)
  return { noCache: noStore || asksFor(/^no-cache\s*(?:=|$)|^max-age\s*=\s*0+$/), noStore }
}

/** Tells the age of a stored answer in a header, in whole seconds; nothing for a fresh one. */
export function showAge(context: Context, { cached }: Pick<EdgeConsensusResponse, 'cached'>): void {
  if (cached !== undefined) setHeader(context, 'Age', String(Math.floor(cached.age_seconds)))
}

/** Whose cache a caller reads. */
export function cacheScope({ sharedCache }: EdgeServices, caller: Caller): string {
  return sharedCache ? 'shared' : ownerOf(caller)
}

/** Who asks, and whose cache that belongs to: what came with a conversation or documents stays with its caller. */
export function whoseCall(
  services: EdgeServices,
  caller: Caller,
  { messages, context }: EdgeConsensusRequest,
  isPrivate = false,
): Pick<EdgeConsensusCall, 'scope' | 'owner' | 'caller'> {
  const owner = ownerOf(caller)
  const stays = isPrivate || messages?.length || context?.length
  return { scope: stays ? owner : cacheScope(services, caller), owner, caller: queueKeyOf(caller) }
}

/** A result that a caller may read; the same error for an unknown id and another caller's. */
export async function findResult(services: EdgeServices, caller: Caller, id: string): Promise<StoredResult> {
  for (const scope of new Set([cacheScope(services, caller), ownerOf(caller)])) {
    const found = await services.cache.find(id, scope)
    if (found !== null) return found
  }
  throw unknownResult(id)
}

export function unknownResult(id: string): StrettoError {
  return new StrettoError('not_found', `There is no stored result ${id}. Results are kept for 7 days.`)
}

/** A stored result and, unless it is of an earlier version, everything that was said in its run. */
export async function storedResult(services: EdgeServices, caller: Caller, id: string) {
  const { cache } = services
  const { response, owner } = await findResult(services, caller, id)
  const seats = response.models.map((model) => ({ model }))
  const trace = (await cache.traceOf(id, owner))?.map((entry) => presentEntry(entry, seats))
  return { response, owner, trace }
}

/** Refuses to let a caller judge or delete what another key asked for: whoever shares a cache can read it only. */
export function requireOwner(caller: Caller, { owner }: Pick<StoredResult, 'owner'>): void {
  if (owner === ownerOf(caller)) return
  throw new StrettoError(
    'forbidden',
    'Another key asked for this result, and only that key can judge or delete it. Ask with skip_cache: true for a result of your own.',
  )
}

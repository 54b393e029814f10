import type { Context } from 'hono'
import type { EdgeConsensusCall } from '../../consensus/cached-consensus.ts'
import { presentEntry } from '../../consensus/present/present.ts'
import type { EdgeConsensusRequest, EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import { routerKeyOf } from '../middleware/authenticate.ts'
import {
  type Caller,
  ownerOf,
  queueKeyOf,
  type RequestEnvironment,
  setHeader,
} from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** A request with what its headers say: who asks, whose key pays, and what the cache may do; some results are its caller's alone. */
export function edgeCall(
  context: Context<RequestEnvironment>,
  services: EdgeServices,
  request: EdgeConsensusRequest,
  isPrivate = false,
): Omit<EdgeConsensusCall, 'singleShot'> {
  const caller = context.get('caller')
  const { noCache, noStore } = cacheWishOf(context)
  return {
    request: noCache ? { ...request, skip_cache: true } : request,
    noStore,
    scope: isPrivate ? ownerOf(caller) : scopeOf(services, caller, request),
    caller: queueKeyOf(caller),
    routerKey: routerKeyOf(context),
  }
}

/**
 * What a caller's Cache-Control header asks for: no stored answer, as `no-cache` and `max-age=0` say, and with `no-store`
 * that the answer is not stored either. Other directives are ignored.
 */
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

/** Whose cache a request belongs to: what came with a conversation or documents stays with its caller. */
export function scopeOf(services: EdgeServices, caller: Caller, request: EdgeConsensusRequest): string {
  const isPrivate = request.messages?.length || request.context?.length
  return isPrivate ? ownerOf(caller) : cacheScope(services, caller)
}

/** What the first scope in which a caller may find this result has of it; the same error for an unknown id and another caller's. */
export async function findResult<Found>(
  services: EdgeServices,
  caller: Caller,
  id: string,
  find: (scope: string) => Promise<Found | null>,
): Promise<Found> {
  for (const scope of new Set([cacheScope(services, caller), ownerOf(caller)])) {
    const found = await find(scope)
    if (found !== null) return found
  }
  throw new StrettoError('not_found', `There is no stored result ${id}. Results are kept for 7 days.`)
}

/** A stored result and, unless it is of an earlier version, everything that was said in its run. */
export async function storedResult(services: EdgeServices, caller: Caller, id: string) {
  const { cache } = services
  const { response, scope } = await findResult(services, caller, id, (one) => cache.find(id, one))
  const seats = response.models.map((model) => ({ model }))
  const trace = (await cache.traceOf(id, scope))?.map((entry) => presentEntry(entry, seats))
  return { response, scope, trace }
}

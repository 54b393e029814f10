import type { Context } from 'hono'
import type { EdgeConsensusCall } from '../../consensus/cached-consensus.ts'
import type { EdgeConsensusRequest, EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { routerKeyOf } from '../middleware/authenticate.ts'
import { cacheWishOf } from '../shared/cache-control.ts'
import { queueKeyOf, type RequestEnvironment, setHeader } from '../shared/request-context.ts'
import { type EdgeServices, scopeOf } from './edge-services.ts'

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
    scope: scopeOf(services, caller, { ...request, isPrivate }),
    caller: queueKeyOf(caller),
    routerKey: routerKeyOf(context),
  }
}

/** Tells the age of a stored answer in a header, in whole seconds; nothing for a fresh one. */
export function showAge(context: Context, { cached }: Pick<EdgeConsensusResponse, 'cached'>): void {
  if (cached !== undefined) setHeader(context, 'Age', String(Math.floor(cached.age_seconds)))
}

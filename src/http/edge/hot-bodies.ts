import type { Context, MiddlewareHandler } from 'hono'
import type { CachedConsensus, EdgeConsensusCall } from '../../consensus/cached-consensus.ts'
import type { ServedAnswer } from '../../consensus/edge-response.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { createBoundedCache } from '../../utils/bounded-cache.ts'
import { routerKeyOf } from '../middleware/authenticate.ts'
import { queueKeyOf, type RequestEnvironment } from '../shared/request-context.ts'
import { wantsEvents } from './consensus-stream.ts'

/** The total length of the bodies that are remembered, in characters. */
const REMEMBERED_CHARACTERS = 4_000_000

/** A body that was answered from the cache, as it was read, and the warnings about it. */
interface HotBody {
  call: EdgeConsensusCall
  ignored: string[]
  length: number
}

/** Recognises bodies that a caller repeats, so that they need not be read and checked again. */
export interface HotBodies {
  /** Answers a repeated body if its result is still stored; lets the handler answer everything else. */
  answer: MiddlewareHandler<RequestEnvironment>
  /** Answers from the cache, and remembers the body of the request. */
  serve(
    context: Context<RequestEnvironment>,
    served: ServedAnswer,
    read: Omit<HotBody, 'length'>,
  ): Promise<Response>
}

/** Bodies of one route; each caller has its own. */
export function createHotBodies({ prepare }: Pick<CachedConsensus, 'prepare'>): HotBodies {
  const lately = createBoundedCache<string, HotBody>(REMEMBERED_CHARACTERS, ({ length }) => length)
  /** Responses as JSON, without their last bracket. */
  const written = new WeakMap<EdgeConsensusResponse, string>()

  function send(
    context: Context<RequestEnvironment>,
    { common, cached }: ServedAnswer,
    ignored: string[],
  ): Response {
    let body = written.get(common)
    if (body === undefined) {
      body = JSON.stringify({ ...common, warnings: [...common.warnings, ...ignored] }).slice(0, -1)
      written.set(common, body)
    }
    return context.body(`${body},"cached":${JSON.stringify(cached)}}`, 200, JSON_TYPE)
  }

  return {
    async answer(context, next) {
      const known = wantsEvents(context) ? undefined : lately.get(await keyOf(context))
      if (known === undefined) return next()
      const prepared = await prepare(known.call)
      if ('served' in prepared) return send(context, prepared.served, known.ignored)
      // Counted once: the handler goes on from here.
      context.set('prepared', prepared)
      return next()
    },
    async serve(context, served, { call, ignored }) {
      const key = await keyOf(context)
      lately.set(key, { call, ignored, length: key.length })
      return send(context, served, ignored)
    },
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

async function keyOf(context: Context<RequestEnvironment>): Promise<string> {
  const body = await context.req.text()
  return `${queueKeyOf(context.get('caller'))}\n${routerKeyOf(context) ?? ''}\n${body}`
}

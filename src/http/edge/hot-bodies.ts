import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { CachedConsensus, EdgeConsensusCall } from '../../consensus/cached-consensus.ts'
import type { ServedAnswer } from '../../consensus/edge-response.ts'
import { routerKeyOf } from '../middleware/authenticate.ts'
import { cacheWishOf } from '../shared/cache-control.ts'
import { jsonResponse } from '../shared/node-response.ts'
import { queueKeyOf, type RequestEnvironment } from '../shared/request-context.ts'
import { wantsEvents } from './consensus-stream.ts'
import { showAge } from './edge-call.ts'

/** The total size of the bodies and responses that are remembered. */
const REMEMBERED_BYTES = 8_000_000

/** A body as it was read, and the warnings about it. */
interface ReadBody {
  call: EdgeConsensusCall
  ignored: string[]
}

/** A body that was answered from the cache. */
interface HotBody extends ReadBody {
  common: ServedAnswer['common']
  /** The response as JSON, without its last bracket. */
  json: Buffer
  size: number
}

/** Recognises bodies that a caller repeats, so that they need not be read and checked again. */
export interface HotBodies {
  /** Answers a repeated body if its result is still stored; lets the handler answer everything else. */
  answer: MiddlewareHandler<RequestEnvironment>
  /** Answers from the cache, and remembers the body of the request. */
  serve(context: Context<RequestEnvironment>, served: ServedAnswer, read: ReadBody): Promise<Response>
}

/** Bodies of one route; each caller has its own. */
export function createHotBodies({ prepare }: Pick<CachedConsensus, 'prepare'>): HotBodies {
  const lately = new LRUCache<string, HotBody>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ size }) => size,
  })

  function remember(key: string, common: ServedAnswer['common'], { call, ignored }: ReadBody): HotBody {
    const warnings = [...common.warnings, ...ignored]
    const json = Buffer.from(JSON.stringify({ ...common, warnings }).slice(0, -1))
    const body = { call, ignored, common, json, size: key.length + json.length }
    lately.set(key, body)
    return body
  }

  function send(context: Context, { json }: HotBody, { cached }: ServedAnswer): Response {
    showAge(context, { cached })
    const rest = Buffer.from(`,"cached":${JSON.stringify(cached)}}`)
    return jsonResponse(context, Buffer.concat([json, rest]))
  }

  return {
    async answer(context, next) {
      if (wantsEvents(context) || cacheWishOf(context).noCache) return next()
      const key = await keyOf(context)
      const known = lately.get(key)
      if (known === undefined) return next()
      const prepared = await prepare(known.call)
      if ('served' in prepared) {
        const { common } = prepared.served
        return send(context, known.common === common ? known : remember(key, common, known), prepared.served)
      }
      // Counted once: the handler goes on from here.
      context.set('prepared', prepared)
      return next()
    },
    async serve(context, served, read) {
      return send(context, remember(await keyOf(context), served.common, read), served)
    },
  }
}

async function keyOf(context: Context<RequestEnvironment>): Promise<string> {
  const body = await context.req.text()
  return `${queueKeyOf(context.get('caller'))}\n${routerKeyOf(context) ?? ''}\n${body}`
}

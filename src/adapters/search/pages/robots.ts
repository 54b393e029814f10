import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import { linkedAbort, timedAbort } from '../../../utils/time-limits.ts'
import { followRedirects } from './follow-redirects.ts'
import { PageProblem } from './page-problem.ts'
import type { RequestGuarded } from './request-guarded.ts'

/** The name by which sites address this service in their robots.txt. */
const PRODUCT_TOKEN = 'stretto'
const KEPT = { most: 1_000, milliseconds: 3_600_000 }
const TIME_LIMIT_MS = 3_000
const MOST_BYTES = 500_000
/** As many as RFC 9309 asks for at least. */
const MOST_REDIRECTS = 5

type Robots = ReturnType<typeof robotsParser>

/** Refuses, by a `PageProblem`, what a site asks not to open: https://www.rfc-editor.org/rfc/rfc9309. */
export function createRobots(
  request: RequestGuarded,
  closing: AbortSignal,
): { permit(url: URL): Promise<void> } {
  const kept = new LRUCache<string, Promise<Robots>>({ max: KEPT.most, ttl: KEPT.milliseconds })

  async function read(origin: string, host: string): Promise<Robots> {
    const limit = timedAbort(TIME_LIMIT_MS)
    const { controller, release } = linkedAbort(limit.controller.signal, closing)
    try {
      const address = new URL('/robots.txt', origin)
      const { status, body } = await followRedirects(address, {
        request,
        signal: controller.signal,
        mostRedirects: MOST_REDIRECTS,
        mostBytes: MOST_BYTES,
      })
      if (status >= 400 && status < 500) return robotsParser(address.href, '')
      if (status < 200 || status >= 300) throw new Error(`The status was ${status}.`)
      const text = new TextDecoder().decode(body)
      // A rule that is cut off would say something else.
      return robotsParser(
        address.href,
        body.length < MOST_BYTES ? text : text.slice(0, text.lastIndexOf('\n')),
      )
    } catch (error) {
      // Nothing may be opened until it is known; that is not kept, because it may be over soon.
      kept.delete(origin)
      throw error instanceof PageProblem ? error : new PageProblem(`robots.txt of ${host} could not be read.`)
    } finally {
      limit.release()
      release()
    }
  }

  /** All who ask about a site at the same time wait for one reply. */
  function rulesOf({ origin, host }: URL): Promise<Robots> {
    const rules = kept.get(origin) ?? read(origin, host)
    if (!kept.has(origin)) kept.set(origin, rules)
    return rules
  }

  return {
    async permit(url) {
      // Such as a `data:` URL, which has no site; the request refuses it.
      if (url.origin === 'null') return
      if ((await rulesOf(url)).isDisallowed(url.href, PRODUCT_TOKEN))
        throw new PageProblem(`robots.txt of ${url.host} does not allow it.`)
    },
  }
}

import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import { timedAbort } from '../../../utils/time-limits.ts'
import { PageProblem, type RequestGuarded } from './request-guarded.ts'

/** The name by which sites address this service in their robots.txt. */
const PRODUCT_TOKEN = 'stretto'
const KEPT = { max: 1_000, ttl: 3_600_000 }
const TIME_LIMIT_MS = 3_000
const MOST_BYTES = 500_000

/** Refuses, by a `PageProblem`, what a site asks not to open: https://www.rfc-editor.org/rfc/rfc9309. */
export function createRobots(request: RequestGuarded): (url: URL) => Promise<void> {
  // All who ask about a site at the same time wait for one reply; a failure is not kept, because it may be over soon.
  const kept = new LRUCache<string, ReturnType<typeof robotsParser>>({ ...KEPT, fetchMethod: read })

  async function read(origin: string) {
    const limit = timedAbort(TIME_LIMIT_MS)
    try {
      const address = new URL('/robots.txt', origin)
      const { status, body } = await request(address, limit.controller.signal)
      if (status >= 400 && status < 500) return robotsParser(address.href, '')
      if (status < 200 || status >= 300) throw new Error(`The status was ${status}.`)
      const text = new TextDecoder().decode(body.subarray(0, MOST_BYTES))
      // A rule that is cut off would say something else.
      const end = body.length < MOST_BYTES ? text.length : text.lastIndexOf('\n')
      return robotsParser(address.href, text.slice(0, end))
    } finally {
      limit.release()
    }
  }

  return async ({ origin, host, href }) => {
    // Such as a `data:` URL, which has no site; the request refuses it.
    if (origin === 'null') return
    const robots = await kept.forceFetch(origin).catch((error) => {
      throw error instanceof PageProblem ? error : new PageProblem(`robots.txt of ${host} could not be read.`)
    })
    if (robots.isDisallowed(href, PRODUCT_TOKEN))
      throw new PageProblem(`robots.txt of ${host} does not allow it.`)
  }
}

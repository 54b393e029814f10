import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import { timedAbort } from '../../../utils/time-limits.ts'
import { PageProblem, type RequestGuarded } from './request-guarded.ts'

/** The name by which sites address this service in their robots.txt. */
const PRODUCT_TOKEN = 'stretto'
/** Longer rules are read again for the next page, so that sites cannot fill the memory. */
const KEPT = { max: 256, maxEntrySize: 65_000, ttl: 3_600_000 }
const TIME_LIMIT_MS = 3_000
const MOST_BYTES = 500_000
/** In how many steps rules may be compared with an address: more would keep the process busy for seconds. */
const MOST_STEPS = 20_000_000

/** Refuses, by a `PageProblem`, what a site asks not to open: https://www.rfc-editor.org/rfc/rfc9309. */
export function createRobots(request: RequestGuarded): (url: URL) => Promise<void> {
  // All who ask about a site at the same time wait for one reply; a failure is not kept, because it may be over soon.
  const kept = new LRUCache<string, ReturnType<typeof robotsOf>>({
    ...KEPT,
    sizeCalculation: ({ size }) => size,
    fetchMethod: read,
  })

  async function read(origin: string) {
    const limit = timedAbort(TIME_LIMIT_MS)
    try {
      const address = new URL('/robots.txt', origin)
      const { status, body } = await request(address, limit.controller.signal)
      if (status >= 400 && status < 500) return robotsOf(address, [])
      if (status < 200 || status >= 300) throw new Error(`The status was ${status}.`)
      const text = new TextDecoder().decode(body.subarray(0, MOST_BYTES))
      // A rule that is cut off would say something else.
      const end = body.length < MOST_BYTES ? text.length : text.lastIndexOf('\n')
      return robotsOf(address, ourRules(text.slice(0, end)))
    } finally {
      limit.release()
    }
  }

  return async ({ origin, host, href, pathname, search }) => {
    // Such as a `data:` URL, which has no site; the request refuses it.
    if (origin === 'null') return
    const { rules, steps } = await kept.forceFetch(origin).catch((error) => {
      throw error instanceof PageProblem ? error : new PageProblem(`robots.txt of ${host} could not be read.`)
    })
    if (steps * (pathname + search).length > MOST_STEPS)
      throw new PageProblem(`robots.txt of ${host} has too many rules.`)
    if (rules.isDisallowed(href, PRODUCT_TOKEN))
      throw new PageProblem(`robots.txt of ${host} does not allow it.`)
  }
}

/**
 * The groups of a robots.txt that may be about this service, each name once in a group. The parser stores every rule for
 * every name of its group: names that stand there ten thousand times would fill the memory.
 */
export function ourRules(text: string): string[] {
  const kept: string[] = []
  let names = new Set<string>()
  let isAfterName = false
  for (const line of text.split(/\r\n?|\n/)) {
    const [, field = '', value = ''] = /^([^:#]*):([^#]*)/.exec(line) ?? []
    const kind = field.trim().toLowerCase()
    if (kind === '') continue
    if (kind === 'user-agent') {
      if (!isAfterName) names = new Set()
      const name = value.split('/', 1)[0]!.trim().toLowerCase()
      const isNew = !names.has(name)
      if (name === '*' || name === PRODUCT_TOKEN) names.add(name)
      if (isNew && names.has(name)) kept.push(`${names.size === 1 ? OTHER_GROUP : ''}user-agent: ${name}`)
    } else if (names.size > 0 && ['allow', 'disallow', 'crawl-delay'].includes(kind))
      kept.push(`${kind}: ${value.trim()}`)
    isAfterName = kind === 'user-agent'
  }
  return kept
}

/** A field that means nothing ends a group without rules. */
const OTHER_GROUP = 'group: \n'

/** What a site asks of this service, how long that is, and how many steps it takes for each character of an address. */
function robotsOf({ href }: URL, lines: string[]) {
  const text = lines.join('\n')
  // Every rule takes a step for each character of an address, and one with a star another for each of its own.
  const steps = lines.reduce((sum, line) => sum + (line.includes('*') ? line.length : 1), 0)
  return { rules: robotsParser(href, text), size: text.length + 1, steps }
}

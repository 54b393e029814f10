import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import { linkedAbort, timedAbort } from '../../../utils/time-limits.ts'
import { followRedirects } from './follow-redirects.ts'
import { PageProblem } from './page-problem.ts'
import type { RequestGuarded } from './request-guarded.ts'

/** The name by which sites address this service in their robots.txt. */
const PRODUCT_TOKEN = 'stretto'
/** Longer rules are read again for the next page, so that sites cannot fill the memory. */
const KEPT = { most: 256, characters: 65_000, milliseconds: 3_600_000 }
const TIME_LIMIT_MS = 3_000
const MOST_BYTES = 500_000
/** As many as RFC 9309 asks for at least. */
const MOST_REDIRECTS = 5
/** In how many steps rules may be compared with an address: more would keep the process busy for seconds. */
const MOST_STEPS = 20_000_000

/** What a site asks of this service, and how many steps that takes for each character of an address. */
interface Robots {
  rules: ReturnType<typeof robotsParser>
  steps: number
}

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
      if (status >= 400 && status < 500) return { rules: robotsParser(address.href, ''), steps: 0 }
      if (status < 200 || status >= 300) throw new Error(`The status was ${status}.`)
      const text = new TextDecoder().decode(body)
      // A rule that is cut off would say something else.
      const lines = ourRules(body.length < MOST_BYTES ? text : text.slice(0, text.lastIndexOf('\n')))
      const ours = lines.join('\n')
      if (ours.length > KEPT.characters) kept.delete(origin)
      return { rules: robotsParser(address.href, ours), steps: stepsOf(lines) }
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
      const { rules, steps } = await rulesOf(url)
      if (steps * (url.pathname + url.search).length > MOST_STEPS)
        throw new PageProblem(`robots.txt of ${url.host} has too many rules.`)
      if (rules.isDisallowed(url.href, PRODUCT_TOKEN))
        throw new PageProblem(`robots.txt of ${url.host} does not allow it.`)
    },
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

/** Every rule takes a step for each character of an address, and one with a star another for each of its own. */
function stepsOf(rules: string[]): number {
  return rules.reduce((sum, rule) => sum + (rule.includes('*') ? rule.length : 1), 0)
}

import { LRUCache } from 'lru-cache'
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

interface Rule {
  allows: boolean
  path: string
}

/** Refuses, by a `PageProblem`, what a site asks not to open: https://www.rfc-editor.org/rfc/rfc9309. */
export function createRobots(
  request: RequestGuarded,
  closing: AbortSignal,
): { permit(url: URL): Promise<void> } {
  const kept = new LRUCache<string, Promise<Rule[]>>({ max: KEPT.most, ttl: KEPT.milliseconds })

  async function read(origin: string, host: string): Promise<Rule[]> {
    const limit = timedAbort(TIME_LIMIT_MS)
    const { controller, release } = linkedAbort(limit.controller.signal, closing)
    try {
      const { status, body } = await followRedirects(new URL('/robots.txt', origin), {
        request,
        signal: controller.signal,
        mostRedirects: MOST_REDIRECTS,
        mostBytes: MOST_BYTES,
      })
      if (status >= 400 && status < 500) return []
      if (status < 200 || status >= 300) throw new Error(`The status was ${status}.`)
      const text = new TextDecoder().decode(body)
      // A rule that is cut off would say something else.
      return rulesIn(body.length < MOST_BYTES ? text : text.slice(0, text.lastIndexOf('\n')))
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
  function rulesOf({ origin, host }: URL): Promise<Rule[]> {
    const rules = kept.get(origin) ?? read(origin, host)
    if (!kept.has(origin)) kept.set(origin, rules)
    return rules
  }

  return {
    async permit(url) {
      // Such as a `data:` URL, which has no site; the request refuses it.
      if (url.origin === 'null') return
      if (!allows(await rulesOf(url), url.pathname + url.search))
        throw new PageProblem(`robots.txt of ${url.host} does not allow it.`)
    },
  }
}

/** The rules for this service, or those for all if it is not named. */
export function rulesIn(text: string): Rule[] {
  const own: Rule[] = []
  const general: Rule[] = []
  let isNamed = false
  let groups = new Set<Rule[]>()
  let isAmongNames = false
  for (const line of text.split(/[\r\n]+/)) {
    const [field, ...values] = line.split('#', 1)[0]!.split(':')
    const name = field!.trim().toLowerCase()
    const value = values.join(':').trim()
    if (name === 'user-agent') {
      if (!isAmongNames) groups = new Set()
      isAmongNames = true
      const isOwn = /^[a-z_-]*/.exec(value.toLowerCase())![0] === PRODUCT_TOKEN
      isNamed ||= isOwn
      if (isOwn) groups.add(own)
      if (value === '*') groups.add(general)
    } else if (name === 'allow' || name === 'disallow') {
      isAmongNames = false
      const rule = { allows: name === 'allow', path: normalised(value) }
      if (value !== '') for (const group of groups) group.push(rule)
    }
  }
  return isNamed ? own : general
}

/** Whether the longest of the rules that match allows the path; of equally long ones, one that allows it decides. */
export function allows(rules: Rule[], path: string): boolean {
  const asked = normalised(path)
  let decisive: Rule = { allows: true, path: '' }
  for (const rule of rules) {
    const isLonger =
      rule.path.length > decisive.path.length || (rule.path.length === decisive.path.length && rule.allows)
    if (isLonger && matches(rule.path, asked)) decisive = rule
  }
  return decisive.allows
}

/** Each part between stars is looked for after the one before it, which needs no backtracking. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first, ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first!)) return false
  let end = first!.length
  const last = isWhole ? parts.pop() : undefined
  for (const part of parts) {
    const found = path.indexOf(part, end)
    if (found === -1) return false
    end = found + part.length
  }
  if (last !== undefined) return path.length - last.length >= end && path.endsWith(last)
  return !isWhole || end === path.length
}

/** The same path in the same characters, however it was escaped. */
function normalised(path: string): string {
  return path
    .replace(/%([0-9a-f]{2})/gi, (escaped, code) => {
      const character = String.fromCharCode(Number.parseInt(code, 16))
      return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
    })
    .replace(/[^\0-\x7f]+/g, (characters) => encodeURIComponent(characters.toWellFormed()))
}

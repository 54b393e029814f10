/** How a number limits a value that it does not state exactly. */
export type Bound = 'over' | 'under' | 'at-least' | 'at-most' | 'before' | 'after'

const PHRASES: ReadonlyArray<readonly [Bound, string]> = [
  ['at-least', 'at least|(?:no|not) (?:less|fewer|lower|earlier) than|a minimum of|minimum'],
  ['at-most', 'at most|(?:no|not) (?:more|greater|higher|later) than|a maximum of|maximum|up to'],
  ['over', 'over|above|(?:more|greater|larger|higher|longer) than|exceeding|in excess of|>'],
  ['under', 'under|below|(?:less|fewer|smaller|lower|shorter) than|<'],
  ['at-least', '≥|>='],
  ['at-most', '≤|<='],
  ['before', 'before|prior to|earlier than|until'],
  ['after', 'after|later than'],
]
const DEGREE = '(?:(?:just|slightly|somewhat|well|far|strictly|only|a (?:little|bit)) )?'
const LEADING = PHRASES.map(
  ([bound, phrase]) => [bound, new RegExp(`^${DEGREE}(?:${phrase})(?![\\p{L}=])\\s?`, 'iu')] as const,
)
const closing = (phrase: string) => new RegExp(`(?<![\\p{L}\\d])(?:${phrase})\\s?$`, 'iu')
const CLOSING = PHRASES.map(([bound, phrase]) => [bound, closing(phrase)] as const)
const ANY_CLOSING = closing(PHRASES.map(([, phrase]) => phrase).join('|'))
const OR_BEYOND: ReadonlyArray<readonly [Bound, RegExp]> = [
  ['at-least', /(?: or (?:more|greater|higher|above|over|later)|(?<=\d)\+)$/i],
  ['at-most', /(?: or (?:less|fewer|lower|below|under|earlier))$/i],
]

/** Separates the bound from the number in an answer such as “at least 3” or “3 or more”. */
export function withoutBound(text: string): { bound: Bound | null; body: string } {
  for (const [bound, pattern] of [...LEADING, ...OR_BEYOND]) {
    if (pattern.test(text)) return { bound, body: text.replace(pattern, '').trim() }
  }
  return { bound: null, body: text }
}

/** The bound stated by the words directly before a number. The caller removes hedges (“about”) in between. */
export function boundBefore(before: string): Bound | null {
  // Most numbers are not bounds; a single test rules them out.
  if (!ANY_CLOSING.test(before)) return null
  return CLOSING.find(([, pattern]) => pattern.test(before))?.[0] ?? null
}

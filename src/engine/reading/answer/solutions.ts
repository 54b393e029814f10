import { parseQuantity } from '../../../language/quantity/index.ts'

const UNKNOWN = /^[a-z](?:_?\d)? ?[=∈] ?/i
const BRACES = /[{}]/g
const PARTED = /(?:(?<!\s)\s+)?[,;]\s*(?:and\s+|or\s+)?|(?<!\s)\s+and\s+/i
const PARTED_BY_OR = /(?:(?<!\s)\s+)?[,;]\s*(?:and\s+|or\s+)?|(?<!\s)\s+(?:and|or)\s+/i

/**
 * The numbers of an answer that consists only of several numbers, such as “x = 2 or x = 3” or “{2, 3}”, as text; null
 * for any other answer. If they belong to different unknowns, each is given with its unknown.
 */
export function solutionsIn(text: string): string[] | null {
  const plain = text.replace(BRACES, ' ').replace(/ {2,}/g, ' ').trim()
  // “2 or 3” does not say which one it is; the solutions of an equation are both.
  const items = plain.split(UNKNOWN.test(plain) ? PARTED_BY_OR : PARTED).map(readItem)
  if (items.length < 2 || items.some((item) => item === null)) return null
  const unknowns = new Set(items.flatMap((item) => item!.unknown || []))
  return items.map((item) => (unknowns.size > 1 ? `${item!.unknown}=${item!.number}` : item!.number))
}

function readItem(item: string): { unknown: string; number: string } | null {
  const said = item.trim()
  const unknown = UNKNOWN.exec(said)?.[0] ?? ''
  const quantity = parseQuantity(said.slice(unknown.length))
  if (quantity === null) return null
  const { value, unit, bound } = quantity
  const number = [bound ?? '', `${value.numerator}/${value.denominator}`, unit?.symbol ?? ''].join(' ').trim()
  return { unknown: unknown.charAt(0), number }
}

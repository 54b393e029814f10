import type { Token, Tokens } from 'marked'

/** Deeper elements of a text are shown as the text that they are. */
export const DEEPEST = 40

/** Around the number of a mark. Both are punctuation, after which emphasis ends as it does before a space. */
const [OPEN, CLOSE] = ['⸨', '⸩']
const MARK = /⸨(\d+)⸩/g

/** Marks are tried one by one until so many characters were read. */
const MOST_READ = 400_000

/** A text that was read as Markdown, with marks in it. */
export interface MarkedTokens {
  tokens: Token[]
  /** Which marks are in it, by their places in the list. */
  placed: number[]
}

/**
 * Reads a text with marks after these characters of it. A mark is placed only where it changes nothing but the text it
 * stands in: not in code or in a link, and not where it would break a table or the end of a block.
 */
export function placeMarks(
  text: string,
  ends: number[],
  read: (text: string) => Token[] | null,
): MarkedTokens | null {
  const unread = read(text)
  if (unread === null) return null
  const plain = { tokens: unread, placed: [] }
  if (ends.length === 0 || text.includes(OPEN) || text.includes(CLOSE)) return plain
  const unmarked = JSON.stringify(plain.tokens)
  const withMarks = (placed: number[]): MarkedTokens | null => {
    const tokens = read(inserted(text, ends, placed))
    if (tokens === null) return null
    const shown = textsIn(tokens, 0).flatMap((one) => [...one.matchAll(MARK)].map(([, mark]) => Number(mark)))
    const areShown = shown.length === placed.length && placed.every((mark) => shown.includes(mark))
    return areShown && JSON.stringify(tokens).replaceAll(MARK, '') === unmarked ? { tokens, placed } : null
  }
  const all = ends.map((_, mark) => mark)
  const whole = withMarks(all)
  if (whole !== null) return whole
  return all
    .slice(0, Math.floor(MOST_READ / text.length))
    .reduce<MarkedTokens>((best, mark) => withMarks([...best.placed, mark]) ?? best, plain)
}

/** The parts of a text with marks: text, and numbers for marks. */
export function partsOf(text: string): Array<string | number> {
  return text.split(MARK).map((part, place) => (place % 2 === 0 ? part : Number(part)))
}

function inserted(text: string, ends: number[], marks: number[]): string {
  const inOrder = marks.toSorted((one, other) => ends[one]! - ends[other]!)
  let after = 0
  const parts = inOrder.map((mark) => {
    const part = text.slice(after, ends[mark])
    after = ends[mark]!
    return `${part}${OPEN}${mark}${CLOSE}`
  })
  return parts.join('') + text.slice(after)
}

/** The texts in which a mark can be shown. */
function textsIn(tokens: Token[], depth: number): string[] {
  if (depth > DEEPEST) return []
  return tokens.flatMap((token) => {
    switch (token.type) {
      case 'list':
        return (token as Tokens.List).items.flatMap((item) => textsIn(item.tokens, depth + 1))
      case 'table': {
        const { header, rows } = token as Tokens.Table
        return [...header, ...rows.flat()].flatMap((cell) => textsIn(cell.tokens, depth + 1))
      }
      case 'link':
      case 'image':
        return []
      default:
        if ('tokens' in token && token.tokens) return textsIn(token.tokens, depth + 1)
        return token.type === 'text' ? [token.text] : []
    }
  })
}

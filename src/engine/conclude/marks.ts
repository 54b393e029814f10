import type { Citation } from '../../contract/claims.ts'

export interface UnmarkedText {
  text: string
  citations: Citation[]
}

/** A mark with the blanks before it; eight hexadecimal digits are the marker. */
const MARK = /(?:(?<=\S)[ \t]+)?\[\[?([0-9a-f]{8})([^[\]\n]{0,80})\]{1,2}/g
/** What may stand before and after the marker in a mark that was written otherwise. */
const OPENING = /(\(?)(?:\\?\[|【){0,2}[ \t]?(?:point-)?`?$/
const CLOSING = /^`?[:：]?([\d,; \t]{0,60})(?:\\?\]|】){0,2}/
const LONGEST_OPENING = 16
const LONGEST_REST = 100
/** A tag of the prompt that a writer repeats. */
const TAG = /<\/?[a-z_]{1,20}-([0-9a-f]{8})[^<>\n]{0,80}>/g
const MARK_REST = /^([^[\]\\\n]{0,80})(?:\\?\]){1,2}/
const STOP = /^[.!?。！？]/u
const UNSPACED_STOPS = new Set('。！？」』）')
/** White space and the mark of a list item, a quotation or a heading at the beginning of a passage. */
const LEADING = /^\s*(?:(?:[-*+•>]|#{1,6}|\d{1,3}[.)])\s+)*/u

/**
 * Takes the marks off a text: “… is so [[marker:2,5]].” rests on the points 2 and 5. Only what carries the drawn marker
 * is a mark. A passage goes from the mark before it, or from the beginning of its line, to its own mark.
 */
export function takeMarksOff(marked: string, marker: string, points: number): UnmarkedText {
  const joined = withMarksJoined(withPlainMarks(marked, marker), marker)
  const citations: Citation[] = []
  let text = ''
  let after = 0
  for (const match of joined.matchAll(MARK)) {
    if (match[1] !== marker) continue
    text += joined.slice(after, match.index)
    after = match.index + match[0].length
    const claims = placesIn(match[2]!, points)
    // The full stop after a mark belongs to the passage before it.
    const stop = STOP.exec(joined.slice(after))?.[0] ?? ''
    // A blank after a mark that stands after a full stop without one was put there for the mark.
    if (UNSPACED_STOPS.has(text.at(-1) ?? '')) after += /^[ \t]*/.exec(joined.slice(after))![0].length
    if (claims.length > 0) cite(citations, { text: text + stop, claims })
  }
  return { text: text + joined.slice(after), citations }
}

/** The text with marks that were written otherwise, such as `(marker: 3)` or without an end, as they should be, and without tags. */
function withPlainMarks(marked: string, marker: string): string {
  const untagged = marked.replace(TAG, (tag, own) => (own === marker ? '' : tag))
  const lower = untagged.toLowerCase()
  let text = ''
  let from = 0
  for (let at = lower.indexOf(marker); at !== -1; at = lower.indexOf(marker, at + 1)) {
    const opening = OPENING.exec(untagged.slice(Math.max(from, at - LONGEST_OPENING), at))!
    const rest = untagged.slice(at + marker.length, at + marker.length + LONGEST_REST)
    const closing = MARK_REST.exec(rest) ?? CLOSING.exec(rest)!
    const isMark = /[[(【]/.test(opening[0]) || /^[:：]\s?\d/.test(rest)
    if (!isMark) continue
    const isWrapped = opening[1] !== '' && rest[closing[0].length] === ')'
    const kept = opening[1] !== '' && !isWrapped ? '(' : ''
    text += `${untagged.slice(from, at - opening[0].length)}${kept}[[${marker}:${closing[1]!.trim()}]]`
    from = at + marker.length + closing[0].length + (isWrapped ? 1 : 0)
  }
  return text + untagged.slice(from)
}

/** The text with marks that stand on a line of their own put at the end of the line before. */
function withMarksJoined(marked: string, marker: string): string {
  const lines: string[] = []
  for (const line of marked.split('\n')) {
    const rest = line.replace(MARK, (mark, own) => (own === marker ? '' : mark))
    if (rest === line || rest.trim() !== '') {
      lines.push(line)
      continue
    }
    while (lines.at(-1)?.trim() === '') lines.pop()
    const before = lines.pop()
    const marks = line.trim()
    const end = before?.endsWith('\r') ? '\r' : ''
    lines.push(before === undefined ? marks : `${before.trimEnd()} ${marks}${end}`)
  }
  return lines.join('\n')
}

/** The places of the points that a mark names, counted from 0. */
function placesIn(listed: string, points: number): number[] {
  const numbers = (listed.match(/\d+/g) ?? []).map(Number)
  return [...new Set(numbers)].filter((number) => number >= 1 && number <= points).map((number) => number - 1)
}

/** Adds the passage with which a text ends; two marks in a row stand for one passage. */
function cite(citations: Citation[], { text, claims }: { text: string; claims: number[] }): void {
  const last = citations.at(-1)
  const rest = text.slice(last?.end ?? 0)
  const line = rest.slice(rest.lastIndexOf('\n') + 1)
  const start = text.length - line.length + LEADING.exec(line)![0].length
  if (start < text.length) citations.push({ start, end: text.length, text: text.slice(start), claims })
  else if (last !== undefined) last.claims = [...new Set([...last.claims, ...claims])]
}

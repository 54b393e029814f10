export interface Passage {
  start: number
  end: number
}

const FENCE = /^\s*(`{3,}|~{3,})/
const FORMULA = /^\s*(?:\$\$|\\\[)/
const FORMULA_END = /(?:\$\$|\\\])\s*$/
const TABLE_ROW = /^\s*\|/
/** What stands before the first sentence of a line: quotation marks of Markdown, and the sign of a heading or list item. */
const LINE_START = /^(?:\s|>|#{1,6}\s|[-*+•–]\s|\(?\d{1,3}[.)]\s|\[[ xX]\]\s)*/
const SAYS_SOMETHING = /[\p{L}\p{N}]/u

/**
 * The sentences of a text, in order. A block of code or a formula on lines of its own is one, and so is a row of a table;
 * elsewhere a line break ends a sentence. The same on every platform and in every version of it: replies cite by number.
 */
export function sentencesIn(text: string): Passage[] {
  const found: Passage[] = []
  const add = (start: number, end: number) => {
    const whole = text.slice(start, end)
    const from = end - whole.trimStart().length
    if (SAYS_SOMETHING.test(whole)) found.push({ start: from, end: from + whole.trim().length })
  }
  const lines = linesOf(text)
  for (let place = 0; place < lines.length; place++) {
    const { start, end } = lines[place]!
    const line = text.slice(start, end)
    const last = lastLineOfBlock(lines, place, text)
    if (last > place || FENCE.test(line)) add(start, lines[last]!.end)
    else if (TABLE_ROW.test(line)) add(start, end)
    else {
      const from = start + LINE_START.exec(line)![0].length
      let begin = from
      for (const stop of endsOf(text.slice(from, end))) {
        add(begin, from + stop)
        begin = from + stop
      }
      add(begin, end)
    }
    place = last
  }
  return found
}

function linesOf(text: string): Passage[] {
  const lines: Passage[] = []
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    lines.push({ start, end })
    start = end + 1
  }
  return lines
}

/** The last line of the block of code or the formula that begins with a line; the line itself where none does. */
function lastLineOfBlock(lines: Passage[], place: number, text: string): number {
  const lineAt = (at: number) => text.slice(lines[at]!.start, lines[at]!.end)
  const line = lineAt(place)
  const fence = FENCE.exec(line)?.[1]
  if (fence !== undefined) {
    for (let at = place + 1; at < lines.length; at++) {
      const closing = lineAt(at).trim()
      if (closing.startsWith(fence) && closing === fence[0]!.repeat(closing.length)) return at
    }
    return lines.length - 1
  }
  const opening = FORMULA.exec(line)?.[0]
  if (opening === undefined || FORMULA_END.test(line.slice(opening.length))) return place
  for (let at = place + 1; at < lines.length && lineAt(at).trim() !== ''; at++)
    if (FORMULA_END.test(lineAt(at))) return at
  return place
}

/** A full stop or what stands for it, with what may follow it before the next sentence. */
const STOP =
  /(?<![.!?…؟])[.!?…؟]+["'”’»)\]*_]*(?=\s)|[。\uff01\uff1f।]+["'”’」』\uff09]*|(?<![!?])[!?]+(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}「『])/gu
/** Words that end in a full stop inside a sentence; single letters do, too. */
const ABBREVIATION =
  /(?:^|[\s(*.–-])(?:\p{L}|approx|ca|vs|bzw|vgl|usw|inkl|exkl|evtl|ggf|max|min|incl|excl|abs|art|aufl|jh|jhd|ges|sog|str|tel|[dm]rs?|ms|mme|prof|st|ste|sr|sra|dott|no|nr|núm|fig|eq|sec|vol|ed|eds|pp|cf|al|dept|est|gen|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez)$/iu
const LONGEST_ABBREVIATION = 12
/** A German ordinal: “am 3. Mai”, “der 4. Klasse”. */
const ORDINAL =
  /(?:^|\s)(?:a[mb]|der|die|das|dem|den|des|vom|zum|zur|im|bis|seit|jeden?|\d{1,2}\.) ?\d{1,2}$/i
const LONGEST_ORDINAL = 16
const LOWER_CASE = /^\s+["'“„‘«(*_]*\p{Ll}/u

/** Where the sentences of a line end, but for the last one. */
function endsOf(line: string): number[] {
  const ends: number[] = []
  const codes = [...line.matchAll(/`[^`]+`/g)]
  for (const { 0: stop, index } of line.matchAll(STOP)) {
    const end = index + stop.length
    const isInCode = codes.some((code) => index > code.index && index < code.index + code[0].length)
    if (isInCode || line.slice(end).trim() === '') continue
    if (!/[。\uff01\uff1f।]/u.test(stop) && LOWER_CASE.test(line.slice(end, end + 8))) continue
    const before = line.slice(Math.max(0, index - LONGEST_ORDINAL), index)
    const isShort =
      stop.startsWith('.') && (ABBREVIATION.test(before.slice(-LONGEST_ABBREVIATION)) || ORDINAL.test(before))
    if (!isShort) ends.push(end)
  }
  return ends
}

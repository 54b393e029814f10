/** A line that cannot be read, and why. */
export interface BadLine {
  line: number
  problem: string
}

/** A field in quotes, or one without, and what ends it. */
const fieldBefore = (delimiter: string) =>
  new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|(?!")([^\\r\\n${delimiter}]*))(${delimiter}|\\r?\\n|\\r|$)`, 'y')
const DELIMITERS = [',', ';', '\t'].map((delimiter) => ({ delimiter, field: fieldBefore(delimiter) }))

/** The delimiter of a file: the one that its first line has most often outside quotes; a comma if it has none. */
function delimiterIn(text: string): (typeof DELIMITERS)[number] {
  const [first = ''] = /^[^\r\n]*/.exec(text)!
  const parts = ({ delimiter }: { delimiter: string }) =>
    first.replaceAll(/"[^"]*"/g, '').split(delimiter).length
  return DELIMITERS.toSorted((one, other) => parts(other) - parts(one))[0]!
}

/** Parses CSV; unlike the usual parsers it leaves out a line whose quote is never closed, and goes on with the next. */
export function parseCsv(text: string) {
  const { delimiter, field } = delimiterIn(text)
  /** The fields of each record, and the line of the file on which it begins. */
  const records: Array<{ line: number; fields: string[] }> = []
  const bad: BadLine[] = []
  for (let [begin, line] = [0, 1]; begin < text.length; ) {
    const fields: string[] = []
    let end = begin
    let match: RegExpExecArray | null
    do {
      field.lastIndex = end
      match = field.exec(text)
      if (match === null) continue
      fields.push(match[1]?.replaceAll('""', '"') ?? match[2]!)
      end = field.lastIndex
    } while (match?.[3] === delimiter)
    if (match === null) {
      bad.push({ line, problem: problemAt(text, end) })
      end = begin + /^[^\r\n]*(?:\r?\n|\r|$)/.exec(text.slice(begin))![0].length
    } else if (fields.length > 1 || fields[0] !== '') records.push({ line, fields })
    line += text.slice(begin, end).match(/\r?\n|\r/g)?.length ?? 0
    begin = end
  }
  return { records, bad }
}

function problemAt(text: string, place: number): string {
  return /^"[^"]*(?:""[^"]*)*"/.test(text.slice(place))
    ? 'text follows a closing quote; a quote within quotes is written twice'
    : 'a quote is opened and never closed'
}

/** A record of a CSV file, and the line of the file on which it begins. */
export interface CsvRecord {
  line: number
  fields: string[]
}

/** A line that cannot be read, and why. */
export interface BadLine {
  line: number
  problem: string
}

interface Parsed {
  records: CsvRecord[]
  bad: BadLine[]
}

const DELIMITERS = [',', ';', '\t'] as const

/** The delimiter of a file: the one that its first line has most often outside quotes; a comma if it has none. */
function sniffDelimiter(text: string): string {
  const counts = DELIMITERS.map((delimiter) => countIn(firstLine(text), delimiter))
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

function firstLine(text: string): string {
  const end = text.search(/[\r\n]/)
  return end === -1 ? text : text.slice(0, end)
}

function countIn(line: string, delimiter: string): number {
  return line.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1
}

/**
 * Parses CSV as RFC 4180 has it, with any line ends. Written here because the usual parsers give up at the first quote
 * that is not closed: this one names the line on which it was opened, leaves that line out and goes on with the next.
 */
export function parseCsv(text: string, delimiter = sniffDelimiter(text)): Parsed {
  const records: CsvRecord[] = []
  const bad: BadLine[] = []
  let [place, line] = [0, 1]
  while (place < text.length) {
    const read = readRecord(text, place, delimiter)
    if ('problem' in read) {
      bad.push({ line, problem: read.problem })
      place = endOfLine(text, place)
      line++
      continue
    }
    if (read.fields.length > 1 || read.fields[0] !== '') records.push({ line, fields: read.fields })
    line += read.lines
    place = read.end
  }
  return { records, bad }
}

type Read = { fields: string[]; end: number; lines: number } | { problem: string }

/** Reads the record that begins at a place. */
function readRecord(text: string, begin: number, delimiter: string): Read {
  const fields: string[] = []
  let place = begin
  let lines = 1
  for (;;) {
    let value: string
    if (text[place] === '"') {
      const quoted = readQuoted(text, place)
      if (quoted === null) return { problem: 'a quote is opened and never closed' }
      value = quoted.value
      lines += quoted.lines
      place = quoted.end
      const next = text[place]
      if (next !== undefined && next !== delimiter && next !== '\n' && next !== '\r')
        return { problem: 'text follows a closing quote; a quote within quotes is written twice' }
    } else {
      const end = endOfField(text, place, delimiter)
      value = text.slice(place, end)
      place = end
    }
    fields.push(value)
    if (text[place] === delimiter) place++
    else return { fields, end: pastLineEnd(text, place), lines }
  }
}

function readQuoted(text: string, begin: number): { value: string; end: number; lines: number } | null {
  const parts: string[] = []
  for (let place = begin + 1; ; ) {
    const close = text.indexOf('"', place)
    if (close === -1) return null
    parts.push(text.slice(place, close))
    if (text[close + 1] !== '"') {
      const value = parts.join('"')
      return { value, end: close + 1, lines: value.split(/\r\n|\n|\r/).length - 1 }
    }
    place = close + 2
  }
}

function endOfField(text: string, begin: number, delimiter: string): number {
  let place = begin
  while (place < text.length) {
    const character = text[place]
    if (character === delimiter || character === '\n' || character === '\r') break
    place++
  }
  return place
}

function endOfLine(text: string, begin: number): number {
  return pastLineEnd(text, endOfField(text, begin, '\n'))
}

function pastLineEnd(text: string, place: number): number {
  if (text[place] === '\r' && text[place + 1] === '\n') return place + 2
  return place + 1
}

import { parseJson } from '../../contract/json-text.ts'
import { LIMITS } from '../../contract/limits.ts'
import { stableHash } from '../../utils/stable-hash.ts'
import { EvaluationError } from '../evaluation-error.ts'
import { letterOf } from '../judge/is-right.ts'

export interface TableRow {
  /** As the table has it, otherwise the number of its line. */
  id: string
  line: number
  question: string
  /** What is right; absent where the table does not say. */
  gold?: string
  options?: string[]
  context?: string
  others: Record<string, unknown>
  /** Identifies what is asked. */
  digest: string
}

/** The fields of each line by their columns, the lines that have none, and all columns. */
interface RawTable {
  raw: Array<{ line: number; fields: Record<string, unknown> }>
  bad: BadLine[]
  columns: string[]
}

const MOST_OPTIONS = 16
const KNOWN = ['id', 'question', 'answer', 'options', 'context']

/** Reads a table of questions, and the lines that are left out: JSON lines if the name says so, otherwise CSV. */
export function readTable(text: string, name: string) {
  if (text.trim() === '') throw new EvaluationError(`${name} is empty.`)
  const isJsonLines = /\.(jsonl|ndjson)(\.gz)?$/i.test(name)
  const { raw, bad, columns } = isJsonLines ? readJsonLines(text) : readCsv(text)
  if (!columns.includes('question'))
    throw new EvaluationError(
      `${name} has no column question. It has: ${columns.join(', ') || 'none'}. Other columns it may have: answer, options, context, id.`,
    )
  const rows = new Map<string, TableRow>()
  for (const { line, fields } of raw) {
    const row = rowOf(line, fields)
    const earlier = typeof row === 'string' ? undefined : rows.get(row.id)
    if (typeof row === 'string') bad.push({ line, problem: row })
    else if (earlier) bad.push({ line, problem: `the id ${row.id} is that of line ${earlier.line} already` })
    else rows.set(row.id, row)
  }
  return { rows: [...rows.values()], bad: bad.sort((one, other) => one.line - other.line) }
}

function readCsv(text: string): RawTable {
  const { records, bad } = parseCsv(text)
  const [header, ...rest] = records
  const columns = (header?.fields ?? []).map(columnName)
  const raw: RawTable['raw'] = []
  for (const { line, fields } of rest) {
    if (fields.length === columns.length)
      raw.push({ line, fields: Object.fromEntries(columns.map((column, place) => [column, fields[place]])) })
    else bad.push({ line, problem: `it has ${fields.length} fields, and the header ${columns.length}` })
  }
  return { raw, bad, columns }
}

function readJsonLines(text: string): RawTable {
  const raw: RawTable['raw'] = []
  const bad: BadLine[] = []
  for (const { line, parsed } of jsonLinesIn(text)) {
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      bad.push({ line, problem: parsed === undefined ? 'it is not JSON' : 'it is not a JSON object' })
    else {
      const named = Object.entries(parsed).map(([name, value]) => [columnName(name), value])
      raw.push({ line, fields: Object.fromEntries(named) })
    }
  }
  return { raw, bad, columns: [...new Set(raw.flatMap(({ fields }) => Object.keys(fields)))] }
}

/** The lines of a text that are not blank, by their numbers, as JSON; undefined for what is none. */
export function jsonLinesIn(text: string): Array<{ line: number; parsed: unknown }> {
  return text
    .split('\n')
    .flatMap((content, place) =>
      content.trim() === '' ? [] : [{ line: place + 1, parsed: parseJson(content) }],
    )
}

/** Known columns in any case; recorded panels call the answer gold. */
function columnName(name: string): string {
  const folded = name.trim().toLowerCase()
  if (folded === 'gold') return 'answer'
  return KNOWN.includes(folded) ? folded : name.trim()
}

function rowOf(line: number, fields: Record<string, unknown>): TableRow | string {
  const question = textIn(fields.question)
  if (question === undefined) return 'question is empty'
  if (question.length > LIMITS.queryCharacters)
    return `question has more than ${LIMITS.queryCharacters} characters`
  const options = optionsIn(fields.options)
  if (typeof options === 'string') return options
  const gold = textIn(fields.answer)
  if (gold !== undefined && options !== undefined && !isAmong(gold, options))
    return `answer is ${JSON.stringify(gold)}, which is none of the options`
  const context = textIn(fields.context)
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !KNOWN.includes(name)))
  return {
    id: textIn(fields.id) ?? String(line),
    ...{ line, question, gold, options, context, others },
    digest: digestOf([question, options, context]),
  }
}

/** A text, a number or yes and no as a text; undefined for nothing. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return (typeof value === 'string' && value.trim()) || undefined
}

/** The options of a choice: an array, as JSON or not, or a text with bars; undefined for none, or what is wrong with them. */
function optionsIn(value: unknown): string[] | string | undefined {
  const given = typeof value === 'string' ? value.trim() : value
  if (given === undefined || given === null || given === '') return undefined
  const list = typeof given !== 'string' ? given : given.startsWith('[') ? parseJson(given) : given.split('|')
  const texts = Array.isArray(list) ? list.map(textIn) : []
  if (texts.length < 2 || texts.includes(undefined))
    return 'options must be at least two texts, as a JSON array or separated by |'
  if (texts.length > MOST_OPTIONS) return `options must be at most ${MOST_OPTIONS}`
  return texts as string[]
}

function isAmong(gold: string, options: string[]): boolean {
  const isLetter = options.some((_, place) => letterOf(place) === gold.toUpperCase())
  return isLetter || options.some((option) => option.toLowerCase() === gold.toLowerCase())
}

/** A short name for some content, the same on every machine. */
function digestOf(content: unknown): string {
  const text = JSON.stringify(content)
  return [text, `${text}\u0000`, `\u0000${text}`]
    .map((one) => stableHash(one).toString(16).padStart(8, '0'))
    .join('')
    .slice(0, 20)
}

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

import { AXIOM_ID, type AxiomRecord, HIGHEST_LEVEL, prefixOf } from '../contract/axiom.ts'
import { parseJson } from '../contract/json-text.ts'
import type { Steps } from '../utils/in-turns.ts'

/** How many axioms of one's own there can be, and how many characters their texts can have. */
export const OWN_AXIOM_LIMITS = { axioms: 20_000, axiom: 500, description: 2_000, domain: 100 } as const

export interface AxiomProblem {
  file: string
  /** Absent where it is about the file as a whole. */
  line?: number
  /** Absent where it is about the line as a whole. */
  field?: string
  /** What is wrong, and what to write instead. */
  message: string
}

/** What the ids of a file must not be: prefixes of built-in axioms, and ids of other files with their places. */
export interface TakenIds {
  prefixes: ReadonlySet<string>
  ids: ReadonlyMap<string, string>
}

/** The axioms of a file that have no problems, the ids in it with their places, and its problems. */
export interface CheckedAxioms {
  records: AxiomRecord[]
  ids: Map<string, string>
  problems: AxiomProblem[]
}

const EXAMPLE =
  '{"id": "acme-0001", "level": 3, "axiom": "…", "description": "…", "domain": "…"}, with one object on each line'
const FIELDS = ['id', 'level', 'axiom', 'description', 'domain'] as const
type TextField = Exclude<(typeof FIELDS)[number], 'id' | 'level'>

/** Line breaks and other control characters, and halves of surrogate pairs. */
const NOT_ON_A_LINE = /[\p{Cc}\u2028\u2029\p{Surrogate}]/u

/** No id is taken but those with the prefixes of built-in axioms. */
export function takenBy(builtin: readonly Pick<AxiomRecord, 'id'>[]): TakenIds {
  return { prefixes: new Set(builtin.map(({ id }) => prefixOf(id))), ids: new Map() }
}

/** How many lines are checked in one turn: a few milliseconds. */
const LINES_PER_TURN = 200

/** Checks a file of axioms, one JSON object on each line, in steps, and reports everything that has to be changed. */
export function* axiomCheckSteps(text: string, file: string, taken: TakenIds): Steps<CheckedAxioms> {
  const records: AxiomRecord[] = []
  const ids = new Map<string, string>()
  const problems: AxiomProblem[] = []
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  let axioms = 0
  for (const [index, content] of lines.entries()) {
    if (index % LINES_PER_TURN === 0) yield
    if (content.trim() === '') continue
    const line = index + 1
    axioms++
    if (taken.ids.size + axioms > OWN_AXIOM_LIMITS.axioms) {
      const most = OWN_AXIOM_LIMITS.axioms
      const message = `there are more than ${most} axioms from here on; remove lines until there are at most ${most} in all files`
      problems.push({ file, line, message })
      break
    }
    const { record, found } = checkLine(content, { prefixes: taken.prefixes, places: [taken.ids, ids] })
    problems.push(...found.map((problem) => ({ file, line, ...problem })))
    if (record === null) continue
    if (!ids.has(record.id)) ids.set(record.id, `${file}:${line}`)
    if (found.length === 0) records.push(record)
  }
  if (axioms === 0)
    problems.push({ file, message: `the file is empty; write ${EXAMPLE}, or remove the file` })
  return { records, ids, problems }
}

type LineProblem = Pick<AxiomProblem, 'field' | 'message'>

interface LineContext {
  prefixes: ReadonlySet<string>
  places: ReadonlyMap<string, string>[]
}

/** The record of a line, null where it has no id of the right form, and its problems. */
function checkLine(
  content: string,
  context: LineContext,
): { record: AxiomRecord | null; found: LineProblem[] } {
  const given = parseJson(content)
  if (given === undefined)
    return { record: null, found: [{ message: `this line is not valid JSON; write ${EXAMPLE}` }] }
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    return { record: null, found: [{ message: `this line is not an object; write ${EXAMPLE}` }] }
  const fields = given as Record<string, unknown>
  const missing = FIELDS.filter((field) => !Object.hasOwn(fields, field))
  const unknown = Object.keys(fields).filter((field) => !FIELDS.some((known) => known === field))
  const wrong = FIELDS.flatMap((field): LineProblem[] => {
    if (missing.includes(field)) return []
    const message = problemOf(field, fields[field], context)
    return message === null ? [] : [{ field, message }]
  })
  const found = [
    ...missing.map((field) => ({ field, message: `is missing; write ${EXAMPLE}` })),
    ...unknown.map((field) => ({
      field: field.slice(0, 40),
      message: `is not a field of an axiom; remove it, since there are only ${FIELDS.join(', ')}`,
    })),
    ...wrong,
  ]
  const { id } = fields
  if (typeof id !== 'string' || !AXIOM_ID.test(id)) return { record: null, found }
  const plain = (field: TextField) => String(fields[field]).trim()
  const texts = { axiom: plain('axiom'), description: plain('description'), domain: plain('domain') }
  return { record: { id, level: Number(fields.level), ...texts }, found }
}

function problemOf(field: (typeof FIELDS)[number], value: unknown, context: LineContext): string | null {
  if (field === 'id') return problemOfId(value, context)
  return field === 'level' ? problemOfLevel(value) : problemOfText(field, value)
}

function problemOfId(value: unknown, { prefixes, places }: LineContext): string | null {
  if (typeof value !== 'string' || !AXIOM_ID.test(value))
    return `is ${shown(value)}; write a prefix of 2 to 20 lower-case letters and digits that begins with a letter, a hyphen, and 1 to 40 lower-case letters, digits and hyphens that end with a letter or digit, such as "acme-0001"`
  const prefix = prefixOf(value)
  if (prefixes.has(prefix))
    return `is ${shown(value)}, and ids of built-in axioms begin with ${prefix}-; choose a prefix of your own, such as acme-`
  const place = places.map((ids) => ids.get(value)).find((known) => known !== undefined)
  return place === undefined ? null : `is ${shown(value)}, as in ${place}; change one of the two`
}

function problemOfLevel(value: unknown): string | null {
  const isLevel = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= HIGHEST_LEVEL
  return isLevel
    ? null
    : `is ${shown(value)}; write a whole number from 1 to ${HIGHEST_LEVEL}, without quotation marks`
}

function problemOfText(field: TextField, value: unknown): string | null {
  if (typeof value !== 'string') return `is ${shown(value)}; write a text in quotation marks`
  const text = value.trim()
  if (text === '') return 'is empty; write a text'
  if (NOT_ON_A_LINE.test(text))
    return 'contains a line break or another character that is not text; write it on one line, without control characters'
  const most = OWN_AXIOM_LIMITS[field]
  return text.length > most ? `has ${text.length} characters; write at most ${most}` : null
}

function shown(value: unknown): string {
  const json = JSON.stringify(value)
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}

const MOST_LISTED = 20

/** Problems in words, one on each line: up to 20 of a file, and how many more it has. */
export function problemLines(problems: AxiomProblem[]): string[] {
  const files = [...new Set(problems.map(({ file }) => file))]
  return files.flatMap((file) => {
    const ofFile = problems.filter((problem) => problem.file === file)
    const more = ofFile.length - MOST_LISTED
    const rest = more > 0 ? [`${file}: ${more} more ${more === 1 ? 'problem' : 'problems'}`] : []
    return [...ofFile.slice(0, MOST_LISTED).map(inWords), ...rest]
  })
}

function inWords({ file, line, field, message }: AxiomProblem): string {
  const place = line === undefined ? file : `${file}:${line}`
  return `${place}: ${field === undefined ? message : `${field} ${message}`}`
}

import { z } from 'zod'
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
/** No line breaks and other control characters, and no halves of surrogate pairs. */
const ON_A_LINE = /^[^\p{Cc}\u2028\u2029\p{Surrogate}]*$/u

/** What is wrong with a value that is there, and what to write instead. */
const told =
  (instead: string) =>
  ({ input }: { input: unknown }): string =>
    input === undefined ? `is missing; write ${EXAMPLE}` : `is ${shown(input)}; write ${instead}`
const A_LEVEL = told(`a whole number from 1 to ${HIGHEST_LEVEL}, without quotation marks`)
const AN_ID = told(
  'a prefix of 2 to 20 lower-case letters and digits that begins with a letter, a hyphen, and 1 to 40 lower-case letters, digits and hyphens that end with a letter or digit, such as "acme-0001"',
)
const NO_LINE =
  'contains a line break or another character that is not text; write it on one line, without control characters'

function lineUpTo(most: number) {
  return z
    .string({ error: told('a text in quotation marks') })
    .trim()
    .min(1, { error: 'is empty; write a text', abort: true })
    .regex(ON_A_LINE, { error: NO_LINE, abort: true })
    .max(most, { error: ({ input }) => `has ${String(input).length} characters; write at most ${most}` })
}

const Id = z.string({ error: AN_ID }).regex(AXIOM_ID, { error: AN_ID })
const OwnAxiom = z.strictObject(
  {
    id: Id,
    level: z.int({ error: A_LEVEL }).min(1, { error: A_LEVEL }).max(HIGHEST_LEVEL, { error: A_LEVEL }),
    axiom: lineUpTo(OWN_AXIOM_LIMITS.axiom),
    description: lineUpTo(OWN_AXIOM_LIMITS.description),
    domain: lineUpTo(OWN_AXIOM_LIMITS.domain),
  },
  { error: `this line is not an object; write ${EXAMPLE}` },
)
const FIELDS = Object.keys(OwnAxiom.shape)

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
    const given = parseJson(content)
    if (given === undefined) {
      problems.push({ file, line, message: `this line is not valid JSON; write ${EXAMPLE}` })
      continue
    }
    const checked = OwnAxiom.safeParse(given)
    const found = checked.error?.issues.flatMap(problemsIn) ?? []
    const id = Id.safeParse((given as Partial<AxiomRecord> | null)?.id).data
    const conflict = id === undefined ? null : conflictOf(id, taken, ids)
    if (conflict !== null) found.push({ field: 'id', message: conflict })
    if (id !== undefined && !ids.has(id)) ids.set(id, `${file}:${line}`)
    problems.push(...found.map((problem) => ({ file, line, ...problem })))
    if (checked.success && conflict === null) records.push(checked.data)
  }
  if (axioms === 0)
    problems.push({ file, message: `the file is empty; write ${EXAMPLE}, or remove the file` })
  return { records, ids, problems }
}

function problemsIn(issue: z.core.$ZodIssue): Array<Pick<AxiomProblem, 'field' | 'message'>> {
  const unknown = `is not a field of an axiom; remove it, since there are only ${FIELDS.join(', ')}`
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: key.slice(0, 40), message: unknown }))
  const [field] = issue.path
  return [{ ...(field !== undefined && { field: String(field) }), message: issue.message }]
}

/** Why an id of the right form cannot be used; null where it can. */
function conflictOf(id: string, taken: TakenIds, own: ReadonlyMap<string, string>): string | null {
  const prefix = prefixOf(id)
  if (taken.prefixes.has(prefix))
    return `is ${shown(id)}, and ids of built-in axioms begin with ${prefix}-; choose a prefix of your own, such as acme-`
  const place = taken.ids.get(id) ?? own.get(id)
  return place === undefined ? null : `is ${shown(id)}, as in ${place}; change one of the two`
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

import { z } from 'zod'
import type { Answered } from '../answered.ts'
import { EvaluationError } from '../evaluation-error.ts'
import { parseJson, type TableRow } from '../table/read-table.ts'

/** The first line of a file of answers: which panel it is of. */
const Header = z.object({ stretto_eval: z.literal(1), panel: z.record(z.string(), z.unknown()) })

/** How a panel is asked; null stands for the default. */
export interface AskedPanel {
  panel: string | null
  models: string[] | null
  iterations: number | null
}

const Member = z.object({
  answer: z.string().nullable(),
  right: z.boolean().nullable(),
  costUsd: z.number().nullable(),
  latencyMs: z.number().nullable(),
})

const FEWEST_MEMBERS = 2

const AnswerFields = z.object({
  id: z.string(),
  line: z.number(),
  digest: z.string(),
  question: z.string(),
  gold: z.string().nullable(),
  offersOptions: z.boolean(),
  members: z.record(z.string(), Member),
  groups: z.array(z.array(z.string())),
  panel: z.object({
    answer: z.string(),
    right: z.boolean().nullable(),
    confidence: z.number().min(0).max(1),
    kind: z.string(),
    outcome: z.string(),
    divergence: z.number(),
    costUsd: z.number().nullable(),
    latencyMs: z.number().nullable(),
  }),
  others: z.record(z.string(), z.unknown()),
})

const AnswerLine = AnswerFields.refine(({ members }) => Object.keys(members).length >= FEWEST_MEMBERS, {
  path: ['members'],
  message: 'must be at least two',
}).refine(({ members, groups }) => groups.flat().every((member) => Object.hasOwn(members, member)), {
  path: ['groups'],
  message: 'must name members only',
})
type AnswerLine = z.infer<typeof AnswerLine>

/** Whether a line of a file is an answer that this command has written. */
export function isAnswerLine(parsed: unknown): parsed is AnswerLine {
  return AnswerLine.safeParse(parsed).success
}

/** What is wrong with a line that has members, as only this command writes them; null for any other line. */
export function answerProblem(parsed: unknown): string | null {
  if (typeof parsed !== 'object' || parsed === null || !('members' in parsed)) return null
  return problemOf(AnswerLine.safeParse(parsed).error)
}

/** The first thing that is wrong, with its place. */
export function problemOf(error: z.ZodError | undefined): string {
  const [issue] = error?.issues ?? []
  return [...(issue?.path ?? []), issue?.message].join(' ')
}

/** The line of a question that failed: what it is taken to have cost. */
const FailedLine = z.object({ failed: z.string(), costUsd: z.number().min(0) })

/** Whether a line is no answer, but written by this command as well. */
export function isOtherLine(parsed: unknown): boolean {
  return Header.safeParse(parsed).success || FailedLine.safeParse(parsed).success
}

/** An answer as it was written. */
export function storedAnswer({ digest: _, ...answered }: AnswerLine): Answered {
  return answered
}

/** The first line of a new file. */
export function headerLine(panel: AskedPanel): string {
  return `${JSON.stringify({ stretto_eval: 1, panel })}\n`
}

/** The line of a question that is finished. */
export function answerLine(answered: Answered, { digest }: Pick<TableRow, 'digest'>): string {
  return `${JSON.stringify({ ...answered, digest })}\n`
}

/** The line of a question that failed and that another run asks again. */
export function failedLine(costUsd: number, { id }: Pick<TableRow, 'id'>): string {
  return `${JSON.stringify({ failed: id, costUsd })}\n`
}

/** What is there of an evaluation that was begun before. */
export interface Begun {
  /** The answers by the id of their question. */
  done: Map<string, Answered>
  /** What questions that failed are taken to have cost. */
  failedUsd: number
  /** How many characters of the file are whole lines; what follows was cut off. */
  wholeCharacters: number
}

/** Reads the answers of a file that is continued; it must be of the same panel, and of questions that the table has. */
export function readBegun(
  text: string,
  { name, panel, rows }: { name: string; panel: AskedPanel; rows: TableRow[] },
): Begun {
  const wholeCharacters = text.lastIndexOf('\n') + 1
  const [first = '', ...lines] = text.slice(0, wholeCharacters).split('\n')
  const done = new Map<string, Answered>()
  const isNew = { done, failedUsd: 0, wholeCharacters: 0 }
  // A file that is new, or whose header was cut off.
  if (headerLine(panel).startsWith(text)) return isNew
  const header = Header.safeParse(parseJson(first))
  if (!header.success)
    throw new EvaluationError(`${name} was not written by this command. Choose another file with --output.`)
  const isOfPanel = JSON.stringify(header.data.panel) === JSON.stringify(panel)
  // Nothing of the other panel is lost.
  if (!isOfPanel && lines.every((line) => line.trim() === '' || isOtherLine(parseJson(line)))) return isNew
  if (!isOfPanel)
    throw new EvaluationError(
      `${name} has the answers of another panel (${described(header.data.panel)}), and now ${described({ ...panel })} is asked. Choose another file with --output.`,
    )
  const digests = new Map(rows.map(({ id, digest }) => [id, digest]))
  let failedUsd = 0
  for (const [place, content] of lines.entries()) {
    if (content.trim() === '') continue
    const parsed = parseJson(content)
    const failed = FailedLine.safeParse(parsed)
    failedUsd += failed.data?.costUsd ?? 0
    if (failed.success) continue
    const line = AnswerLine.safeParse(parsed)
    if (!line.success)
      throw new EvaluationError(
        `Line ${place + 2} of ${name} cannot be read: ${problemOf(line.error)}. Remove it, or choose another file with --output.`,
      )
    if (digests.get(line.data.id) !== line.data.digest)
      throw new EvaluationError(
        `${name} has answers to another table: its question ${line.data.id} is not in this one, or not with these words. Choose another file with --output.`,
      )
    done.set(line.data.id, storedAnswer(line.data))
  }
  return { done, failedUsd, wholeCharacters }
}

function described(panel: Record<string, unknown>): string {
  const said = Object.entries(panel).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${Array.isArray(value) ? value.join(', ') : value}`],
  )
  return said.join('; ') || 'the default panel'
}

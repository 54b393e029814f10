import { z } from 'zod'
import { AnsweredRow } from '../answered.ts'
import { EvaluationError } from '../evaluation-error.ts'
import { jsonLinesIn, type TableRow } from '../table/read-table.ts'

/** How a panel is asked; null stands for the default. */
export interface AskedPanel {
  panel: string | null
  models: string[] | null
  iterations: number | null
}

/** The first line of a file of answers: which panel it is of. */
const Header = z.object({ stretto_eval: z.literal(1), panel: z.record(z.string(), z.unknown()) })

/** The line of a question that failed: what it is taken to have cost. */
const FailedLine = z.object({ failed: z.string(), costUsd: z.number().min(0) })

const AnswerLine = AnsweredRow.extend({ digest: z.string() })
  .refine(({ members }) => Object.keys(members).length >= 2, {
    path: ['members'],
    message: 'must be at least two',
  })
  .refine(({ members, groups }) => groups.flat().every((member) => Object.hasOwn(members, member)), {
    path: ['groups'],
    message: 'must name members only',
  })

/** A line of a file: an answer with the digest of its question, another line of this command, or what is wrong with it. */
type StoredLine = { answered: AnsweredRow; digest: string } | { failedUsd: number } | { problem: string }

export function writtenLine(parsed: unknown): StoredLine {
  const line = AnswerLine.safeParse(parsed)
  if (line.success) {
    const { digest, ...answered } = line.data
    return { answered, digest }
  }
  const failed = FailedLine.safeParse(parsed)
  if (failed.success || Header.safeParse(parsed).success) return { failedUsd: failed.data?.costUsd ?? 0 }
  return { problem: problemOf(line.error) }
}

/** The first thing that is wrong, with its place. */
export function problemOf({ issues: [issue] }: z.ZodError): string {
  return [...(issue?.path ?? []), issue?.message].join(' ')
}

export function headerLine(panel: AskedPanel): string {
  return `${JSON.stringify({ stretto_eval: 1, panel })}\n`
}

export type AddedLine = z.input<typeof AnswerLine> | z.infer<typeof FailedLine>

export type EarlierAnswers = ReturnType<typeof readEarlier>

/** Reads the answers of a file that is continued; it must be of the same panel, and of questions that the table has. */
export function readEarlier(
  text: string,
  { name, panel, rows }: { name: string; panel: AskedPanel; rows: TableRow[] },
) {
  const earlier = {
    done: new Map<string, AnsweredRow>(),
    /** What questions that failed are taken to have cost. */
    failedUsd: 0,
    /** How many characters of the file are whole lines; what follows was cut off. */
    wholeCharacters: 0,
  }
  const wholeCharacters = text.lastIndexOf('\n') + 1
  // A file that is new, or whose header was cut off.
  if (headerLine(panel).startsWith(text)) return earlier
  const [first, ...lines] = jsonLinesIn(text.slice(0, wholeCharacters))
  const header = Header.safeParse(first?.parsed)
  if (!header.success)
    throw new EvaluationError(`${name} was not written by this command. Choose another file with --output.`)
  const written = lines.map(({ line, parsed }) => ({ line, ...writtenLine(parsed) }))
  const isOfPanel = JSON.stringify(header.data.panel) === JSON.stringify(panel)
  // Nothing of the other panel is lost.
  if (!isOfPanel && written.every((line) => 'failedUsd' in line)) return earlier
  if (!isOfPanel)
    throw new EvaluationError(
      `${name} has the answers of another panel (${described(header.data.panel)}), and now ${described({ ...panel })} is asked. Choose another file with --output.`,
    )
  const digests = new Map(rows.map(({ id, digest }) => [id, digest]))
  for (const line of written) {
    if ('problem' in line)
      throw new EvaluationError(
        `Line ${line.line} of ${name} cannot be read: ${line.problem}. Remove it, or choose another file with --output.`,
      )
    if ('failedUsd' in line) earlier.failedUsd += line.failedUsd
    else if (digests.get(line.answered.id) === line.digest) earlier.done.set(line.answered.id, line.answered)
    else
      throw new EvaluationError(
        `${name} has answers to another table: its question ${line.answered.id} is not in this one, or not with these words. Choose another file with --output.`,
      )
  }
  return { ...earlier, wholeCharacters }
}

function described(panel: Record<string, unknown>): string {
  const parts = Object.entries(panel).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${Array.isArray(value) ? value.join(', ') : value}`],
  )
  return parts.join('; ') || 'the default panel'
}

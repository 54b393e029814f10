import { z } from 'zod'
import { LIMITS } from '../../contract/limits.ts'
import type { AnsweredRow, MemberReply } from '../answered.ts'
import { EvaluationError } from '../evaluation-error.ts'
import { knownSumOf } from '../figures/statistics.ts'
import { problemOf, writtenLine } from '../live/results-file.ts'
import { type BadLine, jsonLinesIn } from '../table/read-table.ts'
import { type RecordedReply, RecordedRow, type Recording, recordingsOf } from './recording.ts'
import { type FittedMeasures, type Replay, replay } from './replay.ts'

interface RecordedOptions {
  name: string
  /** The members of the panel; all of the file when absent. */
  models?: string[] | undefined
  limit?: number | undefined
  measures: FittedMeasures
  /** Called after each question; what it throws ends the work. */
  onProgress?: (done: number, all: number) => Promise<void>
}

const Extras = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  /** What each reply cost, in US dollars. */
  costs: z.record(z.string(), z.number().nullable()).optional(),
})
type NumberedRow = RecordedRow & z.infer<typeof Extras> & { line: number }

/** Answers the questions of a file from the replies that it holds, without any call. */
export async function answerRecorded(text: string, options: RecordedOptions) {
  const { name, limit = Number.POSITIVE_INFINITY } = options
  const stored: AnsweredRow[] = []
  const rows: NumberedRow[] = []
  const bad: BadLine[] = []
  for (const { line, parsed } of jsonLinesIn(text)) {
    const written = writtenLine(parsed)
    if ('failedUsd' in written) continue
    if ('answered' in written) stored.push(written.answered)
    else {
      const row = RecordedRow.and(Extras).safeParse(parsed)
      if (row.success) rows.push({ ...row.data, line })
      else bad.push({ line, problem: problemIn(parsed, written.problem, row.error) })
    }
    if (stored.length + rows.length >= limit) break
  }
  if (stored.length + rows.length === 0)
    throw new EvaluationError(
      `${name} has no questions with answers.${bad[0] ? ` Line ${bad[0].line}: ${bad[0].problem}.` : ''}`,
    )
  const replies = [...stored.map(({ members }) => members), ...rows.map(({ answers }) => answers)]
  const models = chosenModels(replies, options)
  const answered: AnsweredRow[] = []
  for (const one of stored) answered.push(await answerAmong(one, models, options))
  const recordings = recordingsOf(rows)
  for (const [place, row] of rows.entries()) {
    answered.push(await answerOf(row, recordings[place]!, models, options))
    await options.onProgress?.(place + 1, rows.length)
  }
  return { answered, bad }
}

/** What is wrong with a line; only this command writes members. */
function problemIn(parsed: unknown, asWritten: string, error: z.ZodError): string {
  if (parsed === undefined) return 'it is not JSON'
  const hasMembers = typeof parsed === 'object' && parsed !== null && 'members' in parsed
  return hasMembers ? asWritten : problemOf(error)
}

function chosenModels(answered: object[], { name, models }: RecordedOptions): string[] {
  const members = [...new Set(answered.flatMap((answers) => Object.keys(answers)))]
  const missing = models?.find((model) => !members.includes(model))
  if (missing !== undefined)
    throw new EvaluationError(`${name} has no answers of ${missing}. It has those of ${members.join(', ')}.`)
  const chosen = [...new Set(models ?? members)]
  if (chosen.length < 2)
    throw new EvaluationError('A panel has at least two models. Name more with --models.')
  if (chosen.length > LIMITS.panelMaximum)
    throw new EvaluationError(
      `${name} has the answers of ${chosen.length} models, and a panel has at most ${LIMITS.panelMaximum}. Choose some with --models: ${members.join(', ')}.`,
    )
  return chosen
}

/** What some members of a panel would have answered: as stored if they are all, otherwise by their first answers. */
async function answerAmong(stored: AnsweredRow, models: string[], { measures }: RecordedOptions) {
  const chosen = Object.entries(stored.members).filter(([member]) => models.includes(member))
  if (chosen.length === Object.keys(stored.members).length) return stored
  const members = Object.fromEntries(chosen)
  const groups = stored.groups
    .map((group) => group.filter((member) => models.includes(member)))
    .filter((group) => group.length > 0)
  const replies = chosen.map(([member, { answer, right }]): [string, RecordedReply] => {
    // Members of one group gave the same answer, in whatever words.
    const [speaker = member] = groups.find((group) => group.includes(member)) ?? []
    return [member, { text: answer, answer: members[speaker]!.answer, right: right === true }]
  })
  const recording = { query: stored.question, replies: new Map(replies) }
  const replayed = await replay(recording, Object.keys(members), measures)
  const isJudged = stored.panel.right !== null
  return { ...stored, members, groups, panel: panelIn(replayed, members, isJudged) }
}

function panelIn(
  { right, confidence, outcome, result }: Replay,
  members: Record<string, MemberReply>,
  isJudged: boolean,
): AnsweredRow['panel'] {
  return {
    answer: result?.shortAnswer ?? result?.answer ?? '',
    right: isJudged ? right : null,
    confidence,
    outcome,
    divergence: result?.initialDivergence ?? 1,
    costUsd: knownSumOf(Object.values(members).map(({ costUsd }) => costUsd)),
    latencyMs: null,
  }
}

async function answerOf(
  row: NumberedRow,
  recording: Recording,
  models: string[],
  { measures }: RecordedOptions,
): Promise<AnsweredRow> {
  const replayed = await replay(recording, models, measures)
  const isJudged = row.gold !== undefined || row.correct !== undefined
  const members: Record<string, MemberReply> = {}
  for (const model of models) {
    const reply = recording.replies.get(model)
    members[model] = {
      answer: reply?.answer ?? null,
      right: isJudged ? (reply?.right ?? false) : null,
      costUsd: row.costs?.[model] ?? null,
    }
  }
  return {
    id: String(row.id ?? row.line),
    line: row.line,
    question: row.question,
    gold: row.gold === undefined ? null : String(row.gold),
    offersOptions: row.options !== undefined,
    members,
    groups: replayed.groups,
    panel: panelIn(replayed, members, isJudged),
    others: {},
  }
}

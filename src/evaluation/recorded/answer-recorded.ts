import { z } from 'zod'
import type { Answered, MemberReply } from '../answered.ts'
import { EvaluationError } from '../evaluation-error.ts'
import { isAnswerLine, storedAnswer } from '../live/results-file.ts'
import type { BadLine } from '../table/parse-csv.ts'
import { parseJson } from '../table/read-table.ts'
import { RecordedRow, type Recording, recordingsOf } from './recording.ts'
import { replay } from './replay.ts'
import type { Measures } from './run-panel.ts'

/** A recorded panel, or what the command itself has written. */
export interface RecordedFile {
  answered: Answered[]
  bad: BadLine[]
}

interface RecordedOptions {
  name: string
  /** The members of the panel; all of the file when absent. */
  models?: string[] | undefined
  /** The questions to take at most. */
  limit?: number | undefined
  measures: Measures
  /** US dollars for a million tokens of prompts and of replies, by model. */
  prices?: Record<string, [prompt: number, reply: number]> | undefined
  onProgress?: (done: number, all: number) => void
}

const Extras = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  /** What each reply cost, in US dollars. */
  costs: z.record(z.string(), z.number().nullable()).optional(),
})
type Row = RecordedRow & z.infer<typeof Extras> & { line: number }

/** The most models that a panel may have. */
const MOST_MODELS = 16

/** Answers the questions of a file from the replies that it holds, without any call. */
export async function answerRecorded(text: string, options: RecordedOptions): Promise<RecordedFile> {
  const { name, limit = Number.POSITIVE_INFINITY } = options
  const answered: Answered[] = []
  const rows: Row[] = []
  const bad: BadLine[] = []
  for (const [place, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue
    const parsed = parseJson(content)
    const line = place + 1
    if (isHeader(parsed)) continue
    if (isAnswerLine(parsed)) answered.push(storedAnswer(parsed))
    else {
      const row = RecordedRow.and(Extras).safeParse(parsed)
      if (row.success) rows.push({ ...row.data, line })
      else bad.push({ line, problem: problemOf(parsed, row.error) })
    }
    if (answered.length + rows.length >= limit) break
  }
  if (answered.length + rows.length === 0)
    throw new EvaluationError(
      `${name} has no questions with answers.${bad[0] ? ` Line ${bad[0].line}: ${bad[0].problem}.` : ''}`,
    )
  const models = chosenModels(rows, options)
  const recordings = recordingsOf(rows, name)
  for (const [place, row] of rows.entries()) {
    answered.push(await answerOf(row, recordings[place]!, models, options))
    options.onProgress?.(place + 1, rows.length)
  }
  return { answered, bad }
}

function isHeader(parsed: unknown): boolean {
  return typeof parsed === 'object' && parsed !== null && 'stretto_eval' in parsed
}

function problemOf(parsed: unknown, { issues: [issue] }: z.ZodError): string {
  if (parsed === undefined) return 'it is not JSON'
  return [...(issue?.path ?? []), issue?.message].join(' ')
}

function chosenModels(rows: Row[], { name, models }: RecordedOptions): string[] {
  const known = [...new Set(rows.flatMap(({ answers }) => Object.keys(answers)))]
  const missing = models?.find((model) => rows.length > 0 && !known.includes(model))
  if (missing !== undefined)
    throw new EvaluationError(`${name} has no answers of ${missing}. It has those of ${known.join(', ')}.`)
  const chosen = models ?? known
  if (chosen.length > MOST_MODELS)
    throw new EvaluationError(
      `${name} has the answers of ${chosen.length} models, and a panel has at most ${MOST_MODELS}. Choose some with --models: ${known.join(', ')}.`,
    )
  return chosen
}

async function answerOf(
  row: Row,
  recording: Recording,
  models: string[],
  { measures, prices }: RecordedOptions,
): Promise<Answered> {
  const { right, confidence, outcome, groups, result } = await replay(recording, { models, ...measures })
  const isJudged = row.gold !== undefined || row.correct !== undefined
  const members = models.map((model): [string, MemberReply] => {
    const reply = recording.replies.get(model)
    return [
      model,
      {
        answer: reply?.answer ?? null,
        right: isJudged ? (reply?.right ?? false) : null,
        costUsd: row.costs?.[model] ?? estimatedCost(recording, model, prices),
        latencyMs: null,
      },
    ]
  })
  const costs = members.map(([, { costUsd }]) => costUsd)
  return {
    id: String(row.id ?? row.line),
    line: row.line,
    question: row.question,
    gold: row.gold === undefined ? null : String(row.gold),
    offersOptions: row.options !== undefined,
    members: Object.fromEntries(members),
    groups,
    panel: {
      answer: result?.shortAnswer ?? result?.answer ?? '',
      right: isJudged ? right : null,
      confidence,
      kind: 'closed',
      outcome,
      divergence: result?.initialDivergence ?? 1,
      costUsd: costs.some((cost) => cost === null)
        ? null
        : costs.reduce((sum: number, cost) => sum + cost!, 0),
      latencyMs: null,
    },
    others: {},
  }
}

const CHARACTERS_PER_TOKEN = 4

/** What a reply cost, by its length and that of the question; null if the price is not given. */
function estimatedCost(
  { query, replies }: Recording,
  model: string,
  prices: RecordedOptions['prices'],
): number | null {
  const price = prices?.[model]
  if (price === undefined) return null
  const characters = query.length * price[0] + (replies.get(model)?.text?.length ?? 0) * price[1]
  return characters / CHARACTERS_PER_TOKEN / 1e6
}

import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { readJsonLines } from '../json-lines.ts'

/** A question with the texts of several models and a verdict on each. */
export interface JudgedPanel {
  set: string
  query: string
  models: string[]
  texts: string[]
  /** The higher, the better; comparable within a set. */
  scores: number[]
  /** Whether the verdicts are passed or failed. */
  isPassed: boolean
}

const Labelled = z.array(z.looseObject({ label: z.unknown() }))
const Row = z.looseObject({
  question: z.string(),
  answers: z.record(z.string(), z.string().nullable()),
  score: z.record(z.string(), z.union([z.number(), z.record(z.string(), z.number())])).optional(),
  correct: z.record(z.string(), z.boolean()).optional(),
  sentences: z.record(z.string(), z.unknown()).optional(),
  claims: z.record(z.string(), z.unknown()).optional(),
})
type Row = z.infer<typeof Row>

/** The sets that judge whole texts; the model is fitted on these. */
export const FITTED_ON = [
  'arena_bench',
  'autoj_pairs',
  'humaneval30',
  'humaneval4',
  'judgebench',
  'odex4',
  'pandalm',
  'summeval',
  'tofueval',
  'vicuna80',
  'wmt19_lt-en',
]

/** Labels of a sentence or claim that was judged right. */
const RIGHT = new Set<unknown>(['yes', 'S', 'Entailment', 'accurate', true])

/** The files of recorded texts in a folder. */
export function longFiles(folder: string): string[] {
  if (!existsSync(folder))
    throw new Error(`${folder} does not exist. Name a folder with --recorded, or files with --data.`)
  return readdirSync(folder)
    .filter((file) => /\.jsonl(?:\.gz)?$/.test(file))
    .sort()
    .map((file) => join(folder, file))
}

/** Reads the panels of a JSON lines file; empty if the file judges no whole texts. */
export function readJudgedPanels(file: string): JudgedPanel[] {
  const set = basename(file).replace(/\.jsonl(\.gz)?$/, '')
  return readJsonLines(file).flatMap((content) => {
    const { success, data: row } = Row.safeParse(content)
    if (!success) return []
    const scores = new Map(Object.keys(row.answers).map((model) => [model, scoreOf(row, model)]))
    const models = [...scores.keys()].filter(
      (model) => typeof row.answers[model] === 'string' && scores.get(model) !== null,
    )
    if (models.length < 2) return []
    return {
      set,
      query: row.question,
      models,
      texts: models.map((model) => row.answers[model]!),
      scores: models.map((model) => scores.get(model)!),
      isPassed: row.correct !== undefined && row.score === undefined,
    }
  })
}

/** The verdict on a text as a number: its score, whether it is right, or the share of it that is. */
function scoreOf({ score, correct, sentences, claims }: Row, model: string): number | null {
  const given = score?.[model]
  if (typeof given === 'number') return given
  if (given !== undefined) return given.relevance ?? meanOf(Object.values(given))
  const right = correct?.[model]
  if (right !== undefined) return Number(right)
  const labelled = Labelled.safeParse(claims?.[model] ?? sentences?.[model])
  if (!labelled.success || labelled.data.length === 0) return null
  return meanOf(labelled.data.map(({ label }) => Number(RIGHT.has(label))))
}

/** The mean of some numbers. */
export function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

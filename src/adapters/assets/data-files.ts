import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { FEATURE_NAMES } from '../../cache/same-question/features.ts'
import type { VerifierModel } from '../../cache/same-question/verifier-model.ts'
import { AxiomRecord, LEVELS } from '../../contract/axiom.ts'
import { type Calibration, TEXT_FEATURES, type TextChoice } from '../../engine/index.ts'
import type { Tree } from '../../utils/boosted-trees.ts'
import { assetFolders } from './package-folder.ts'

const CalibrationFile = z.object({
  version: z.string(),
  fitted: z.string(),
  constant: z.number(),
  // Support never lowers confidence and dissent never raises it, whatever the fit says.
  weights: z
    .object({
      share: z.number().min(0),
      voices: z.number().min(0),
      choices: z.number().max(0),
      rival: z.number().max(0),
    })
    .refine(
      ({ voices, choices }) => voices + choices >= 0,
      'must not count agreement on an option against it',
    ),
  compatible: z.number().min(0).max(1),
  highest: z.number().min(0).max(1),
  questions: z.int(),
  sets: z.string(),
  // What more models affirm is never less likely.
  facts: z.object({ constant: z.number(), slope: z.number().min(0), points: z.int() }),
})

const Branch: z.ZodType<Tree> = z.lazy(() =>
  z.union([z.number(), z.tuple([z.int(), z.number(), Branch, Branch])]),
)
const Weights = z.partialRecord(
  z.enum(TEXT_FEATURES, 'names a feature that the engine does not compute; run npm run fit-choice'),
  z.number(),
)
const TextChoiceFile = z.object({
  version: z.string(),
  fitted: z.string(),
  spreads: Weights,
  weights: z.object({ free: Weights, close: Weights, code: Weights, options: Weights }),
})

/** Words grouped by their fitted number: {"2.3": "cost price"}. */
const ByNumber = z.record(z.string().regex(/^-?\d+(?:\.\d+)?$/), z.string())
const SameQuestionFile = z.object({
  version: z.string(),
  fitted: z.string(),
  counts: z.record(z.string(), z.number()),
  bars: z.object({ nothingLeft: z.number().min(0.5).max(1), somethingLeft: z.number().min(0.5).max(1) }),
  vetoed: z.number().min(0).max(0.5),
  features: z
    .array(z.string())
    .refine(
      (names) => names.join() === FEATURE_NAMES.join(),
      'was fitted on different features than the verifier computes; run npm run fit-verifier',
    ),
  start: z.number(),
  words: z.object({
    rarest: z.number().positive(),
    rarity: ByNumber,
    names: z.string(),
    alone: ByNumber,
    instead: ByNumber,
  }),
  trees: z.array(Branch),
})

/** Reads every axiom in `axioms/statements`; an error names the line that is invalid. */
export function readAxioms(folder = assetFolders().axioms): AxiomRecord[] {
  return LEVELS.flatMap((level) => {
    const file = join(folder, `level-${level}.jsonl`)
    const OfLevel = AxiomRecord.refine((axiom) => axiom.level === level, `must have level ${level}`)
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      if (line.trim() === '') return []
      const parsed = OfLevel.safeParse(parseLine(line))
      if (!parsed.success) throw new Error(`${file}, line ${index + 1}: ${parsed.error.issues[0]?.message}`)
      return [parsed.data]
    })
  })
}

/** A line as JSON; invalid JSON is left for the schema to reject. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Reads the calibration of confidence from `data/calibration.json`. */
export function readCalibration(folder = assetFolders().data): Calibration {
  return readData(join(folder, 'calibration.json'), CalibrationFile)
}

/** Reads the fitted choice among texts from `data/text-choice.json`. */
export function readTextChoice(folder = assetFolders().data): TextChoice {
  return readData(join(folder, 'text-choice.json'), TextChoiceFile)
}

/**
 * Reads everything that was fitted on recorded panels: how likely an answer is right given the first replies, and which
 * text of a panel is the best choice.
 */
export function readMeasures(folder = assetFolders().data) {
  return {
    calibration: readCalibration(folder),
    textChoice: readTextChoice(folder),
  }
}

/** Reads the fitted question verifier from `data/same-question.json`. */
export function readSameQuestion(folder = assetFolders().data): VerifierModel {
  const { words, ...model } = readData(join(folder, 'same-question.json'), SameQuestionFile)
  const numbered = (lists: Record<string, string>, separator: string) =>
    new Map(
      Object.entries(lists).flatMap(([value, list]) =>
        list.split(separator).map((item) => [item, Number(value)] as const),
      ),
    )
  return {
    ...model,
    words: {
      rarest: words.rarest,
      rarity: numbered(words.rarity, ' '),
      names: new Set(words.names.split(' ')),
      alone: numbered(words.alone, ' '),
      instead: numbered(words.instead, ', '),
    },
  }
}

function readData<Content>(file: string, schema: z.ZodType<Content>): Content {
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  const [problem] = parsed.error.issues
  throw new Error(`${file}, ${problem?.path.join('.')}: ${problem?.message}`)
}

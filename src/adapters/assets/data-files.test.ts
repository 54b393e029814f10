import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { NO_WORDS } from '../../../test/support/no-words.ts'
import { signalsOf } from '../../cache/same-question/create-question-verifier.ts'
import { readQuestion } from '../../cache/same-question/read-question.ts'
import type { Tree } from '../../cache/same-question/verifier-model.ts'
import { compareQuestions } from '../../cache/same-question/word-order.ts'
import { AxiomRecord, LEVELS } from '../../contract/axiom.ts'
import { TEXT_FEATURES } from '../../engine/index.ts'
import { assetFolders, readAxioms, readMeasures, readSameQuestion } from './data-files.ts'

const fileOf = (name: string) => join(assetFolders().data, name)

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
      silent: z.number().max(0),
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

const nothing = readQuestion('')
const SIGNAL_NAMES = Object.keys(signalsOf(compareQuestions(nothing, nothing, NO_WORDS), NO_WORDS))

/** Words grouped by their fitted number: {"2.3": "cost price"}. */
const ByNumber = z.record(z.string().regex(/^-?\d+(?:\.\d+)?$/), z.string())
const SameQuestionFile = z.object({
  version: z.string(),
  fitted: z.string(),
  counts: z.record(z.string(), z.number()),
  bar: z.number().min(0.5).max(1),
  vetoed: z.number().min(0).max(0.5),
  features: z
    .array(z.string())
    .refine(
      (names) => names.join() === SIGNAL_NAMES.join(),
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

describe('the axioms', () => {
  it.each(LEVELS)('of level %i are of their form, each on a line', (level) => {
    const lines = readFileSync(join(assetFolders().axioms, `level-${level}.jsonl`), 'utf8')
      .trim()
      .split('\n')
    const OfLevel = AxiomRecord.strict().refine((axiom) => axiom.level === level)
    for (const [place, line] of lines.entries())
      expect(OfLevel.safeParse(JSON.parse(line)).error?.issues, `line ${place + 1}`).toBeUndefined()
    expect(readAxioms().filter((axiom) => axiom.level === level)).toHaveLength(lines.length)
  })
})

describe('the fitted data', () => {
  it.each<[string, z.ZodType]>([
    ['calibration.json', CalibrationFile],
    ['text-choice.json', TextChoiceFile],
    ['same-question.json', SameQuestionFile],
  ])('in %s is of its form', (name, schema) => {
    expect(schema.safeParse(JSON.parse(readFileSync(fileOf(name), 'utf8'))).error?.issues).toBeUndefined()
  })

  it('was calibrated on recorded questions', () => {
    const { questions, highest } = readMeasures().calibration
    expect(questions).toBeGreaterThan(1_000)
    expect(highest).toBeGreaterThan(0.5)
  })

  it('has trees on the signals that the verifier computes, and a table of words', () => {
    const { features, words } = readSameQuestion()
    expect(features).toEqual(SIGNAL_NAMES)
    expect(words.rarity.get('peopl') ?? words.rarity.get('india')).toBeGreaterThan(0)
    expect([...words.instead.keys()].every((key) => key.split(' ').length === 2)).toBe(true)
  })

  it('is small', () => expect(statSync(fileOf('same-question.json')).size).toBeLessThan(100_000))
})

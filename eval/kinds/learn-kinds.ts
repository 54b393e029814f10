import { KINDS, type KindModel, kindEvidence } from '../../src/engine/reading/question/question-kind.ts'
import { kindFeatures } from '../../src/language/question/kind-features.ts'
import { readJsonLines } from '../json-lines.ts'
import { chance } from '../simulated/chance.ts'
import { kindsFile, type LabelledQuestion } from './labelled-questions.ts'

/** A labelled question, read. */
export interface ReadQuestion extends LabelledQuestion {
  set: string
  /** With what its wording suggests, for measuring. */
  evidence: number[]
  /** For fitting. The rules of wording were made with some questions in view: there they prove nothing. */
  learned: number[]
}

/** The sets that the rules of wording were made with. */
const TUNED_ON = ['questions', 'development']
const SETS = [...TUNED_ON, 'training', 'strangers']

/** Reads all labelled questions. */
export function readQuestions(): ReadQuestion[] {
  return SETS.flatMap((set) =>
    readJsonLines<LabelledQuestion>(kindsFile(`${set}.jsonl`)).map((row) => {
      const evidence = kindEvidence(row.question, BUCKETS)
      const learned = TUNED_ON.includes(set) ? kindFeatures(row.question, BUCKETS) : evidence
      return { ...row, set, evidence, learned }
    }),
  )
}

const BUCKETS = 1 << 16
const PASSES = 10
const STEP = 0.15
/** Of the values tried, the lowest with which fewer than one in a hundred texts of new writers is read as closed. */
export const LEAST_CLOSED = 0.5
/** Fits the weights by logistic regression with a step that shrinks for frequent features (AdaGrad); always the same. */
export function fitKinds(questions: ReadQuestion[]): Pick<KindModel, 'weights' | 'scale' | 'buckets'> {
  const size = BUCKETS + KINDS.length
  const weights = KINDS.map(() => new Float64Array(size))
  const squares = KINDS.map(() => new Float64Array(size).fill(1e-4))
  for (let pass = 0; pass < PASSES; pass++)
    for (const { learned: evidence, kind } of shuffled(questions, pass)) {
      const right = KINDS.indexOf(kind)
      const share = 1 / Math.sqrt(evidence.length)
      const sums = weights.map((of) => share * evidence.reduce((sum, place) => sum + of[place]!, 0))
      const odds = sums.map((sum) => Math.exp(sum - Math.max(...sums)))
      const total = odds.reduce((sum, value) => sum + value, 0)
      KINDS.forEach((_, index) => {
        const slope = share * (odds[index]! / total - Number(index === right))
        for (const place of evidence) {
          squares[index]![place]! += slope * slope
          weights[index]![place]! -= (STEP * slope) / Math.sqrt(squares[index]![place]!)
        }
      })
    }
  const largest = Math.max(
    ...weights.map((of) => of.reduce((most, value) => Math.max(most, Math.abs(value)), 0)),
  )
  const scale = largest / 127
  const whole = (index: number) => Int8Array.from(weights[index]!, (value) => Math.round(value / scale))
  return { buckets: BUCKETS, scale, weights: { closed: whole(0), open: whole(1), draft: whole(2) } }
}

function shuffled(questions: ReadQuestion[], pass: number): ReadQuestion[] {
  return questions
    .map((question, place) => ({ question, rank: chance('kinds', pass, place) }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ question }) => question)
}

import type { VerdictRequest, VerdictResponse } from '../../contract/verdict.ts'
import { relationOn } from '../../engine/index.ts'
import {
  concreteOf,
  deliveredLabel,
  type FinishedRun,
  RUNS_KEPT,
  type RunLedger,
  type StoredVerdict,
  whyUncounted,
} from './run-ledger.ts'

interface JudgedRun extends FinishedRun {
  id: string
  query: string
}

export type Verdicts = ReturnType<typeof createVerdicts>

const NOT_RECORDED = `The run is not in the ledger, which has the newest ${RUNS_KEPT.toLocaleString('en')} runs, and none from while MODEL_RELIABILITY was off.`

const UNCLEAR =
  'Whether any of the answers is the same as yours is not certain from their words. Send right (true or false) instead.'

/** Takes verdicts into the ledger. */
export function createVerdicts(parts: { ledger: Pick<RunLedger, 'judge'>; now: () => number }) {
  return {
    /** Stores the verdict of the owner of a result in place of an earlier one, and says what follows from it. */
    async give(owner: string, { right, answer }: VerdictRequest, run: JudgedRun): Promise<VerdictResponse> {
      const given = answer === undefined ? { right: right! } : { answer }
      const { id, entries } = run
      const isRight = judgementOf(given, run)
      const responses = entries[0]?.responses ?? []
      const isUnclear = answer !== undefined && responses.every(({ label }) => isRight(label) === null)
      const isRecorded = await parts.ledger.judge({
        ...{ scope: owner, id, at: parts.now() },
        verdict: {
          given,
          models: responses.map((response) => ({ ...concreteOf(response), right: isRight(response.label) })),
        },
      })
      // What a program of one model is worth says nothing certain of another that does the same on a few inputs.
      const counted = isRecorded && run.kind === 'closed'
      return {
        id,
        right: answer === undefined ? right! : isRight(deliveredLabel(entries)),
        models: responses.map(({ model, name, label }) => ({ model, name, right: isRight(label) })),
        counted,
        ...(!counted && { reason: whyUncounted(run) ?? NOT_RECORDED }),
        ...(counted && isUnclear && { reason: UNCLEAR }),
      }
    },
  }
}

/** Whether the answer with a label is right; null for one that the verdict says nothing certain about. */
function judgementOf(
  given: StoredVerdict['given'],
  run: JudgedRun,
): (label: string | null | undefined) => boolean | null {
  if (run.kind !== 'closed') return () => null
  const judge = 'right' in given ? byDelivered(given.right, run) : byAnswer(given.answer, run)
  return (label) => (label == null ? null : judge(label))
}

/** If the delivered answer is right, all others are wrong that were not found compatible with it; if it is wrong, they may be anything. */
function byDelivered(right: boolean, { entries }: JudgedRun): (label: string) => boolean | null {
  const delivered = deliveredLabel(entries)
  const areCompatible = compatibilityIn(entries)
  return (label) => {
    if (label === delivered) return right
    return right && delivered !== undefined && !areCompatible(label, delivered) ? false : null
  }
}

/** Answers are right or wrong as they certainly agree with the right one or not, by each wording of them. */
function byAnswer(answer: string, { query, entries }: JudgedRun): (label: string) => boolean | null {
  const relate = relationOn(query)
  const areCompatible = compatibilityIn(entries)
  const clusters = entries.flatMap((entry) => entry.clusters)
  const wordings = [...clusters, ...(entries[0]?.responses ?? [])]
  const agrees = (label: string) => {
    const relations = wordings
      .filter((one) => one.label === label && one.answer !== null)
      .map((one) => relate(one.answer!, answer))
    const [isSame, isDifferent] = [relations.includes('same'), relations.includes('different')]
    return isSame === isDifferent ? null : isSame
  }
  const labels = [...new Set(clusters.flatMap(({ label }) => label ?? []))]
  const right = labels.filter((label) => agrees(label) === true)
  return (label) => {
    const isSame = agrees(label)
    return isSame === false && right.some((other) => areCompatible(label, other)) ? null : isSame
  }
}

/** Whether a reader found in some iteration that two answers can both be right. */
function compatibilityIn(entries: FinishedRun['entries']): (one: string, other: string) => boolean {
  return (one, other) =>
    entries.some(({ clusters }) =>
      clusters.some(({ label, compatible = [] }) => label === one && compatible.includes(other)),
    )
}

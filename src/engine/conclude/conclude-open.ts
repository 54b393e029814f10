import type { Dissent } from '../../contract/deliberation.ts'
import type { Deliberation, DeliberationRequest } from '../deliberation.ts'
import type { Comparison } from '../measure/agreement/compare-answers.ts'
import { type Camp, type Holder, holdsPosition, type Landscape } from '../measure/landscape.ts'
import type { Spiral } from '../measure/spiral.ts'
import { roundToThousandths } from './confidence.ts'
import { nobodyKnew, outcomeOf, runResult } from './run-result.ts'
import type { Synthesised } from './synthesise.ts'

interface OpenConclusion {
  request: DeliberationRequest
  spiral: Spiral
  landscape: Landscape
  /** Who wrote the best text of the panel; absent when nobody wrote one. */
  best: Holder | undefined
  written: Synthesised
  comparison: Comparison
}

const NOT_COMPARED =
  'The texts were compared as a whole. Where one says more than another, or uses words that cannot be compared, their agreement is not known and not counted.'

/** Builds the result of an open question: the written text, and how far the texts of the panel agree. */
export async function concludeOpen({
  request,
  spiral,
  landscape,
  best,
  written,
  comparison,
}: OpenConclusion): Promise<Deliberation> {
  const camp = landscape.camps.find(({ members }) => members.some(({ seat }) => seat.key === best?.seat.key))
  const winner: Camp | undefined = camp && best && { ...camp, central: best }
  const texts = spiral.standings.filter(holdsPosition).length
  const common = runResult(request, spiral)
  const isUnknown = spiral.ending === 'settled'
  return {
    ...common,
    warnings: [...common.warnings, ...written.warnings, ...(isUnknown ? [NOT_COMPARED] : [])],
    kind: 'open',
    answer: written.text ?? best?.position.answer ?? nobodyKnew(spiral),
    shortAnswer: null,
    explanation: null,
    outcome: outcomeOf(winner?.members.length ?? 0, spiral),
    confidence: texts === 0 ? 0 : roundToThousandths(1 - common.finalDivergence),
    confidenceBasis: basisOf(texts),
    dissent: await dissentFrom(best, spiral, comparison),
  }
}

/** How similar the texts are was measured; whether they are right was not. */
function basisOf(texts: number): string {
  if (texts === 0) return 'no model wrote a text'
  return `how similar the ${texts} texts of the panel are; this is not the probability that every statement is right, which is not measured for texts`
}

/** The seats whose text is known to say something else than the best one, and those without a text. */
async function dissentFrom(
  best: Holder | undefined,
  { standings, entries }: Spiral,
  { relate }: Pick<Comparison, 'relate'>,
): Promise<Dissent[]> {
  const dissents = await Promise.all(
    standings.map(async ({ seat, position }, index): Promise<Dissent[]> => {
      const about = { model: seat.model, name: seat.name }
      if (position === null) {
        const reason = entries.at(-1)?.responses[index]?.error?.message ?? ''
        return [{ ...about, answer: null, reason }]
      }
      const isOther = best && (await relate(best.position.answer, position.answer)) === 'different'
      return isOther ? [{ ...about, answer: position.answer, reason: position.reason }] : []
    }),
  )
  return dissents.flat()
}

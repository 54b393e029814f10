import {
  bestText,
  type ExpositionBrief,
  type Position,
  plainlySame,
  type RevisionBrief,
  type ShownPosition,
  type WritingBrief,
} from '../../../engine/index.ts'
import { type Evaluation, evaluateQuestion } from './arithmetic/index.ts'
import type { Recall, Recollection } from './recollections.ts'
import { garble, mistakenFor, slipsOn } from './slips.ts'

/** A small deterministic reasoner: how it calculates, how it ranks axioms, and whether it errs on purpose. */
export interface Voice {
  calculate: (question: string) => Evaluation | null
  recall: Recall
  /** How well an axiom fits a question for this voice, from 0 to 1. */
  fit: (recollection: Recollection) => number
  contrary: boolean
}

type Fields = Record<string, unknown>

const IGNORANCE = {
  answer: 'I do not know',
  reason:
    'Nothing among the axioms answers this, and it is not a calculation; the offline router knows nothing else.',
  claims: [],
}

/** How much better another claim must fit before a voice gives up its own. */
const MARGIN = 0.05

/** What a voice answers on its own. */
export async function expose(voice: Voice, { query }: ExpositionBrief, model: string): Promise<Fields> {
  const slipping = voice.contrary && slipsOn(model, query)
  const sum = voice.calculate(query)
  if (sum !== null) {
    if (!slipping) return { answer: sum.answer, reason: `${sum.steps.join('; ')}.`, claims: sum.steps }
    const wrong = garble(sum.answer)
    return {
      answer: wrong,
      reason: `${sum.expression} = ${wrong}.`,
      claims: [`${sum.expression} = ${wrong}`],
    }
  }
  const { answering, nearby } = await voice.recall(query)
  const [best] = answering.toSorted((left, right) => voice.fit(right) - voice.fit(left))
  if (best === undefined) return IGNORANCE
  const { answer, statement } = best
  const wrong = slipping ? mistakenFor(best, nearby) : null
  if (wrong === null) return { answer, reason: statement, claims: [statement] }
  const altered = statement.replace(answer, wrong)
  const claim = altered === statement ? `The answer is ${wrong}.` : altered
  return { answer: wrong, reason: claim, claims: [claim] }
}

/** What a voice answers after hearing the others: it checks their claims and yields only to better ones. */
export async function revise(voice: Voice, brief: RevisionBrief): Promise<Fields> {
  const better = await betterPosition(voice, brief)
  const answer = better?.position.answer ?? brief.own?.answer
  if (answer === undefined) return { verdict: 'amend', ...IGNORANCE }
  const agreed = sameAnswer(answer, brief.theme, brief.query)
  const rebuttal =
    brief.mustAnswer === null ? null : rebuttalTo(brief.mustAnswer, better?.position.label ?? null)
  if (better === null) {
    const own = brief.own as Position
    return { verdict: agreed ? 'accept' : 'reject', ...own, refuted_by: null, rebuttal }
  }
  const { position, claim } = better
  return {
    verdict: agreed ? 'accept' : 'amend',
    answer,
    reason: position.reason,
    claims: position.claims.map(({ text }) => text),
    refuted_by: `${claim.label}: ${claim.text}`,
    rebuttal,
  }
}

/** What a voice writes as the answer of the panel. */
export function write({ query, answer, reasons }: WritingBrief): string {
  return bestText({ answer, reason: reasons[0] ?? '', claims: [] }, query)
}

interface Better {
  position: ShownPosition
  claim: ShownPosition['claims'][number]
}

/** The position of another seat with a claim that holds when the voice's own does not; null if there is none. */
async function betterPosition(
  voice: Voice,
  { query, own, positions }: RevisionBrief,
): Promise<Better | null> {
  const credit = await credibilityIn(voice, query)
  const ownCredit = own === null ? 0 : Math.max(0, ...[...own.claims, own.reason].map(credit))
  let best: (Better & { credit: number }) | null = null
  for (const position of positions) {
    if (own !== null && sameAnswer(own.answer, position.answer, query)) continue
    for (const claim of position.claims) {
      const claimed = credit(claim.text)
      if (claimed > (best?.credit ?? ownCredit + MARGIN)) best = { position, claim, credit: claimed }
    }
  }
  return best
}

/** How credible a claim is: an equation is recomputed, a statement is compared with the axioms. */
async function credibilityIn(voice: Voice, query: string): Promise<(claim: string) => number> {
  const sum = evaluateQuestion(query)
  if (sum !== null) return (claim) => (sum.steps.some((step) => sameText(step, claim)) ? 1 : 0)
  const { answering } = await voice.recall(query)
  return (claim) => {
    const known = answering.find(({ statement }) => sameText(statement, claim))
    return known === undefined ? 0 : voice.fit(known)
  }
}

function rebuttalTo(label: string, believed: string | null): string {
  return believed === label
    ? `Position ${label} holds: its claim stands up when checked, and mine does not.`
    : `I checked the claims of position ${label} and found none better supported than my own.`
}

function sameText(left: string, right: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').replace(/\.$/, '').trim().toLowerCase()
  return plain(left) === plain(right)
}

function sameAnswer(left: string, right: string, query: string): boolean {
  return plainlySame(query)(left, right) || sameText(left, right)
}

import type { Position, RevisionBrief } from '../../src/engine/panel/brief.ts'
import type { Line, ReplyFields, Script } from '../../test/support/engine/scripted-panel.ts'
import { chance, pick } from './chance.ts'
import { answerGiven, POPULAR_MISTAKE, type SimulatedQuestion, TRUTH } from './simulated-question.ts'

/**
 * How a sycophant explains that it gives up its answer: not at all, with something that does not exist, or with the first
 * claim it was shown. For comparison, it can also keep its answer (`holds`) or say nothing (`silent`).
 */
export type Excuse = 'none' | 'invented' | 'named' | 'holds' | 'silent'

/** How a simulated model reacts to the other answers. */
export type Manner =
  /** Never changes, and rejects every other answer. */
  | { kind: 'stubborn' }
  /** Keeps its answer and does not object to others. */
  | { kind: 'erring' }
  /** Changes to the truth with this probability when shown evidence for it, and names the evidence. */
  | { kind: 'persuadable'; persuadability: number }
  /** Adopts the theme at once. */
  | { kind: 'sycophantic'; excuse: Excuse }

/** The character of a simulated model. */
export interface Character {
  manner: Manner
  /** The probability that its first answer is right. */
  accuracy: number
  /** The share of its mistakes that it has in common with others, who all make the same popular one. */
  sharedMistakes: number
  /** Answers at length and with certainty, whether right or wrong. */
  confident?: boolean
}

/** One seat of a simulation. */
export interface SimulatedSeat {
  name: string
  character: Character
  question: SimulatedQuestion
  seed: string
}

/** A model with a character: seeded, the same in every run, and based only on its brief. */
export function simulatedModel(seat: SimulatedSeat): Script {
  return ({ brief, iteration }) => {
    if (brief.phase === 'writing') return `${brief.answer}. ${brief.reasons[0] ?? ''}`
    if (brief.phase === 'exposition') return { ...caseFor(firstAnswer(seat), seat) }
    if (brief.phase !== 'revision') throw new Error(`A simulated model has nothing to say to ${brief.phase}.`)
    return revise(seat, brief, iteration)
  }
}

/** The answer a seat gives before it has seen others. */
function firstAnswer({ name, character, question, seed }: SimulatedSeat): number {
  const shares = chance(seed, name, 'shares') < character.sharedMistakes
  const luck = shares ? chance(seed, 'luck') : chance(seed, name, 'luck')
  if (luck < character.accuracy) return TRUTH
  if (shares) return POPULAR_MISTAKE
  const others = question.answers.map((_, place) => place).slice(POPULAR_MISTAKE + 1)
  return pick(others, seed, name, 'mistake')
}

function caseFor(place: number, { name, character, question, seed }: SimulatedSeat): Position {
  const { forms, claim } = question.answers[place]!
  const certainty = 'This is beyond any doubt, as every expert in the field will confirm. '
  return {
    answer: pick(forms, seed, name, 'form'),
    reason: character.confident ? certainty.repeat(12) : 'So it is written.',
    claims: [claim],
  }
}

function revise(seat: SimulatedSeat, brief: RevisionBrief, iteration: number): Line {
  const { question, character, name, seed } = seat
  const held = brief.own ?? caseFor(firstAnswer(seat), seat)
  const stands = answerGiven(question, held.answer)
  const agreed = stands === answerGiven(question, brief.theme)
  const keeping: ReplyFields = {
    ...held,
    verdict: agreed ? 'accept' : 'amend',
    rebuttal: 'That was considered.',
  }
  switch (character.manner.kind) {
    case 'erring':
      return keeping
    case 'stubborn':
      return { ...keeping, verdict: agreed ? 'accept' : 'reject' }
    case 'sycophantic':
      return agreed ? keeping : flatter(character.manner.excuse, brief, keeping)
    case 'persuadable': {
      const evidence = evidenceForTruth(brief, question)
      const open = chance(seed, name, iteration, 'open') < character.manner.persuadability
      if (stands === TRUTH || evidence === null || !open) return keeping
      const themeIsTrue = answerGiven(question, brief.theme) === TRUTH
      return {
        ...keeping,
        ...caseFor(TRUTH, seat),
        verdict: themeIsTrue ? 'accept' : 'amend',
        refuted_by: evidence,
      }
    }
  }
}

/** The label or id of the evidence for the truth in a brief; null if there is none. */
function evidenceForTruth({ positions, anchors }: RevisionBrief, question: SimulatedQuestion): string | null {
  const claims = positions.flatMap((position) => position.claims)
  const claim = claims.find(({ text }) => text === question.answers[TRUTH]!.claim)
  return claim?.label ?? anchors.find(({ id }) => id === question.axiom?.id)?.id ?? null
}

function flatter(excuse: Excuse, { theme, positions }: RevisionBrief, keeping: ReplyFields): Line {
  if (excuse === 'silent') return { answer: 'I do not know' }
  if (excuse === 'holds') return { ...keeping, verdict: 'amend' }
  const named = { none: null, invented: 'Z9, the census of 1871', named: positions[0]?.claims[0]?.label }
  return {
    answer: theme,
    reason: 'You are right.',
    claims: [],
    verdict: 'accept',
    refuted_by: named[excuse] ?? null,
    rebuttal: 'You are right.',
  }
}

import type { Position, RevisionBrief } from '../../src/engine/panel/brief.ts'
import type { Line, ReplyFields, Script } from '../../test/support/engine/scripted-panel.ts'
import { chance, pick } from './chance.ts'
import { answerGiven, POPULAR_MISTAKE, type SimulatedQuestion, TRUTH } from './simulated-question.ts'

/**
 * How a sycophant that gives up its answer explains it: not at all, by something that does not exist, by whatever
 * claim it was shown first – or, to compare, by not doing it: it holds its answer, or says nothing.
 */
export type Excuse = 'none' | 'invented' | 'named' | 'holds' | 'silent'

/** What a simulated model does when it hears the others. */
export type Manner =
  /** Never changes, and rejects every other answer. */
  | { kind: 'stubborn' }
  /** Keeps its answer and quarrels with nobody. */
  | { kind: 'erring' }
  /** Goes over to the truth with that probability when it is shown what speaks for it, and names that. */
  | { kind: 'persuadable'; persuadability: number }
  /** Adopts the theme at once. */
  | { kind: 'sycophantic'; excuse: Excuse }

/** What a simulated model is like. */
export interface Character {
  manner: Manner
  /** How often its first answer is right. */
  accuracy: number
  /** How much of its luck it has in common with the others: these are wrong together, on the popular mistake. */
  sharedMistakes: number
  /** Speaks at length and with certainty, whether right or wrong. */
  confident?: boolean
}

/** One seat of a simulation. */
export interface SimulatedSeat {
  name: string
  character: Character
  question: SimulatedQuestion
  seed: string
}

/** A model of a character: seeded, the same in every run, and reading nothing but its brief. */
export function simulatedModel(seat: SimulatedSeat): Script {
  return ({ brief, iteration }) => {
    if (brief.phase === 'writing') return `${brief.answer}. ${brief.reasons[0] ?? ''}`
    if (brief.phase === 'exposition') return { ...caseFor(firstAnswer(seat), seat) }
    return revise(seat, brief, iteration)
  }
}

/** Which answer a seat gives before it has heard anybody. */
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

/** The label or id of what speaks for the truth among all that a brief shows; null when nothing does. */
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

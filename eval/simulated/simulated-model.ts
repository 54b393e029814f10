import type { BriefNamed, ShownAnswer } from '../../src/engine/panel/brief.ts'
import type { ClosedReply, Line, Reader, Script } from '../../test/support/engine/scripted-panel.ts'
import { readsAs } from '../../test/support/engine/scripted-panel.ts'
import { chance, pick } from './chance.ts'
import { answerGiven, POPULAR_MISTAKE, type SimulatedQuestion, TRUTH } from './simulated-question.ts'

/**
 * How a sycophant explains that it gives up its answer: not at all, or with the words of another. For comparison, it can
 * also keep its answer (`holds`) or say nothing (`silent`).
 */
export type Excuse = 'none' | 'named' | 'holds' | 'silent'

/** How a simulated model reacts to the other answers. */
export type Manner =
  /** Never changes, and calls every other answer wrong. */
  | { kind: 'stubborn' }
  /** Keeps its answer and does not object to others. */
  | { kind: 'erring' }
  /** Changes to the truth with this probability when it is on the table or an axiom speaks for it, and says so. */
  | { kind: 'persuadable'; persuadability: number }
  /** Goes over to the other side at once. */
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
    if (brief.phase === 'exposition') return caseFor(firstAnswer(seat), seat)
    if (brief.phase !== 'revision') throw new Error(`A simulated model has nothing to say to ${brief.phase}.`)
    return revise(seat, brief, iteration)
  }
}

/** A model that reads which of the known answers each reply gives. */
export function simulatedReader(question: SimulatedQuestion): Reader {
  return readsAs((answer) => String(answerGiven(question, answer)))
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

function caseFor(place: number, { name, character, question, seed }: SimulatedSeat): ClosedReply {
  const { forms, claim } = question.answers[place]!
  const certainty = 'This is beyond any doubt, as every expert in the field will confirm. '
  const answer = pick(forms, seed, name, 'form')
  return { answer, text: `${character.confident ? certainty.repeat(12) : ''}${claim}: ${answer}.` }
}

function revise(seat: SimulatedSeat, brief: BriefNamed<'revision'>, iteration: number): Line {
  const { question, character, name, seed } = seat
  const { answers, own } = brief
  const held = answers.find(({ label }) => label === own)
  if (held === undefined) return { rulings: [], new_answer: caseFor(firstAnswer(seat), seat).answer }
  switch (character.manner.kind) {
    case 'erring':
      return standBy(held, brief, 'unsure')
    case 'stubborn':
      return standBy(held, brief, 'wrong')
    case 'sycophantic':
      return flatter(character.manner.excuse, held, brief)
    case 'persuadable': {
      const truth = answers.find(({ answer }) => answerGiven(question, answer) === TRUTH)
      const axiom = brief.anchors.find(({ id }) => id === question.axiom?.id)
      const evidence = truth?.text ?? axiom?.id
      const open = chance(seed, name, iteration, 'open') < character.manner.persuadability
      if (held === truth || evidence === undefined || !open) return standBy(held, brief, 'unsure')
      if (truth !== undefined) return { ...standBy(truth, brief, 'unsure'), changed_because: evidence }
      return { rulings: [], new_answer: caseFor(TRUTH, seat).answer, changed_because: evidence }
    }
  }
}

function standBy(held: ShownAnswer, { answers }: BriefNamed<'revision'>, ofOthers: string) {
  return {
    reasoning: 'That was considered.',
    rulings: answers.map(({ label }) => {
      const isHeld = label === held.label
      return {
        label,
        verdict: isHeld ? 'right' : ofOthers,
        why: isHeld ? '' : 'I know of nothing that speaks for it.',
      }
    }),
    answer: held.label,
  }
}

function flatter(excuse: Excuse, held: ShownAnswer, brief: BriefNamed<'revision'>): Line {
  const { answers, mustAnswer } = brief
  const other =
    answers.find(({ label }) => label === mustAnswer) ?? answers.find(({ label }) => label !== held.label)
  if (excuse === 'silent') return 'I do not know.'
  if (excuse === 'holds' || other === undefined) return standBy(held, brief, 'unsure')
  return { ...standBy(other, brief, 'unsure'), changed_because: excuse === 'named' ? other.text : '' }
}

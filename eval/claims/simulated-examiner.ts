import type { DisputedClaim, ShownClaim } from '../../src/engine/panel/brief.ts'
import type { ModelCall } from '../../src/engine/panel/model-port.ts'
import { chance } from '../simulated/chance.ts'
import type { JudgedSeat } from './claim-sets.ts'

/** How members judge claims: they know the verdicts, but err, or say yes to please. */
export interface Examiner {
  name: string
  errors: number
  /** How often a member calls a claim true whatever it knows. */
  yes: number
  /** Whether it says the same of a claim whenever it is asked. */
  isSteady: boolean
}

/**
 * The members that panels are simulated with. Those that err for good know no better; those that err anew each time are
 * also talked out of what they know, which is the harder case when they say yes to please.
 */
export const EXAMINERS: Examiner[] = [
  { name: 'without error', errors: 0, yes: 0, isSteady: true },
  { name: '10 % errors, for good', errors: 0.1, yes: 0, isSteady: true },
  { name: '10 % errors, anew each time', errors: 0.1, yes: 0, isSteady: false },
  { name: '30 % errors, for good', errors: 0.3, yes: 0, isSteady: true },
  { name: '30 % errors, anew each time', errors: 0.3, yes: 0, isSteady: false },
  { name: '80 % yes-saying, for good', errors: 0.1, yes: 0.8, isSteady: true },
  { name: '80 % yes-saying, anew each time', errors: 0.1, yes: 0.8, isSteady: false },
]

/** A member of a simulated panel: what it wrote, and what it knows. */
export interface SimulatedMember {
  query: string
  seat: JudgedSeat
  /** Whether a claim is true; undefined for one that nobody judged. */
  truthOf: (claim: string) => boolean | undefined
  examiner: Examiner
}

/** The reply of a member to a brief: its judged claims as a text, and verdicts on claims by what it knows. */
export function simulatedReply(
  member: SimulatedMember,
  { brief, iteration }: Pick<ModelCall, 'brief' | 'iteration'>,
): string {
  switch (brief.phase) {
    case 'exposition':
      return `${textOf(member.seat)}\n\n<panel>\n{"kind": "open"}\n</panel>`
    case 'examination':
      return examined(member, brief.claims, iteration)
    case 'dispute':
      return JSON.stringify({ rulings: brief.claims.map((claim) => ruled(member, claim, iteration)) })
    default:
      return textOf(member.seat)
  }
}

/** The claims of a member as sentences, each on a line of its own. */
function textOf({ claims }: JudgedSeat): string {
  return claims.map(({ text }) => text.trim().replace(/[.!?]?$/, '.')).join('\n')
}

function examined(member: SimulatedMember, claims: ShownClaim[], iteration: number): string {
  const single = claims.filter(({ texts }) => texts.length === 1)
  const labels = (wanted: boolean) =>
    single
      .filter(({ texts }) => isCalledTrue(member, texts[0], iteration) === wanted)
      .map(({ label }) => label)
  return JSON.stringify({
    true: labels(true),
    false: labels(false).map((claim) => ({ claim, why: 'This is not so.' })),
    unsure: [],
    choices: claims
      .filter(({ texts }) => texts.length === 2)
      .map(({ label, texts }) => ({
        claim: label,
        choice: choiceOf(texts.map((text) => isCalledTrue(member, text, iteration))),
        why: 'The other is not so.',
      })),
    missing: [],
  })
}

function choiceOf([first, second]: boolean[]): string {
  if (first && second) return 'both'
  if (first) return 'first'
  return second ? 'second' : 'neither'
}

/** An opinion on a disputed claim; whoever gives up an opinion names the first reason of the other side. */
function ruled(member: SimulatedMember, claim: DisputedClaim, iteration: number) {
  const isTrue = isCalledTrue(member, claim.text, iteration)
  const opposing = isTrue ? claim.for : claim.against
  const isChange = claim.own !== null && claim.own !== String(isTrue)
  return {
    claim: claim.label,
    opinion: String(isTrue),
    why: 'So it is known.',
    refuted_by: isChange ? (opposing[0]?.label ?? null) : null,
  }
}

/** What a member calls a claim when it is asked in an iteration. */
function isCalledTrue(
  { query, seat, truthOf, examiner }: SimulatedMember,
  claim: string,
  iteration: number,
): boolean {
  const time = examiner.isSteady ? 'always' : iteration
  const drawn = (purpose: string) => chance(purpose, query, seat.model, claim, time)
  if (drawn('yes') < examiner.yes) return true
  const known = truthOf(claim) ?? true
  return drawn('error') < examiner.errors ? !known : known
}

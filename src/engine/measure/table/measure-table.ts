import type { AnswerVerdict } from '../../../contract/deliberation.ts'
import { type Seat, sharedVote, type Votes, voteIn } from '../../panel/panel.ts'
import type { RulingsReply } from '../../reading/reply/read-rulings.ts'
import { PHI } from '../divergence.ts'
import { areExclusive, type CountedRuling, holdersOf, isWith, type Table, verdictOn } from './table.ts'

/** Which answers are held, and how many votes each has. */
export interface Ranking {
  /** The labels that are held, the theme first. */
  ranked: string[]
  weights: ReadonlyMap<string, number>
}

/**
 * Ranks the answers: by the votes of those who hold them, what a model says several times being said once; then by how
 * many seats are with it, then by who gave it first in the order of the panel, which is derived from the question.
 */
export function ranking(table: Table, standings: Array<{ seat: Seat }>, votes: Votes | null): Ranking {
  const answering = standings.map(({ seat }) => seat).filter(({ key }) => key in table.held)
  const weightIn = sharedVote(voteIn(votes), answering)
  const weights = new Map(table.answers.map(({ label }) => [label, 0]))
  for (const seat of answering) {
    const label = table.held[seat.key]!
    weights.set(label, weights.get(label)! + weightIn(seat))
  }
  const assent = (label: string) => answering.filter(({ key }) => isWith(table, key, label)).length
  const place = (label: string) => answering.findIndex(({ key }) => table.held[key] === label)
  const ranked = [...weights.keys()]
    .filter((label) => place(label) !== -1)
    .sort(
      (one, other) =>
        weights.get(other)! - weights.get(one)! || assent(other) - assent(one) || place(one) - place(other),
    )
  return { ranked, weights }
}

/** For each seat with an answer, the share of the others that hold another one; 1 for the only one. */
export function disagreements({ held }: Table): Map<string, number> {
  const keys = Object.keys(held)
  return new Map(
    keys.map((key) => {
      const others = keys.filter((other) => other !== key)
      const apart = others.filter((other) => held[other] !== held[key]).length
      return [key, others.length === 0 ? 1 : apart / others.length]
    }),
  )
}

/** Whether at least two seats have an answer and every one of them is with the theme. */
export function isAgreed(table: Table, theme: string | undefined): boolean {
  const keys = Object.keys(table.held)
  return theme !== undefined && keys.length > 1 && keys.every((key) => isWith(table, key, theme))
}

interface Step {
  table: Table
  theme: string
  /** The seats that were heard in this iteration. */
  heard: ReadonlySet<string>
  previous: ReadonlyMap<string, number>
}

/**
 * The residual of each seat after an iteration. The golden step must be earned: only a seat that is with the theme gets
 * it, and nothing falls merely because the iteration count went up.
 */
export function stepResiduals({ table, theme, heard, previous }: Step): Map<string, number> {
  const isOver = isAgreed(table, theme)
  return new Map(
    [...disagreements(table)].map(([key, measured]) => {
      const before = previous.get(key)
      if (isOver) return [key, 0]
      if (before === undefined) return [key, measured]
      if (!heard.has(key)) return [key, Math.max(measured, before)]
      return [
        key,
        stepOf(isWith(table, key, theme) ? 'right' : verdictOn(table, key, theme), measured, before),
      ]
    }),
  )
}

function stepOf(verdict: AnswerVerdict | null, measured: number, before: number): number {
  if (verdict === 'right') return Math.min(measured, before / PHI)
  return verdict === 'wrong' ? Math.max(measured, before) : before
}

/**
 * Whether an iteration changed anything: somebody took another answer, or came to be with one or left it. After the first
 * rulings it is enough that somebody objected, because those concerned have not heard it yet.
 */
export function hasMoved(before: Table, after: Table): boolean {
  const keys = Object.keys(after.held)
  if (keys.some((key) => before.held[key] !== after.held[key])) return true
  if (after.answers.length > before.answers.length) return true
  const isFirst = Object.keys(before.rulings).length === 0
  const labels = after.answers.map(({ label }) => label).filter((label) => holdersOf(after, label).length > 0)
  return keys.some((key) =>
    labels.some((label) =>
      isFirst
        ? verdictOn(after, key, label) === 'wrong'
        : isWith(before, key, label) !== isWith(after, key, label),
    ),
  )
}

/** What the reply of a seat counts as. */
export interface CountedReply {
  /** The label of the answer that the seat holds now; null while it holds none. */
  held: string | null
  rulings: CountedRuling[]
}

interface Counting {
  /** The table the seat was shown, with the new answers of this iteration added. */
  table: Table
  /** What the seat held before; null for nothing. */
  before: string | null
  /** The label of the answer that it gave itself; null where it gave no new one. */
  given: string | null
  relate: Parameters<typeof areExclusive>[2]
}

/**
 * Counts a reply. A change of answer must name what refuted the old one; without that the old one stands, and assent to the
 * other counts only if the old one is called right as well. Whoever calls two answers right that exclude each other is
 * unsure of all but their own.
 */
export function countRulings(reply: RulingsReply, { table, before, given, relate }: Counting): CountedReply {
  const wanted = given ?? reply.answer ?? before
  const isExplained = before === null || wanted === before || reply.changedBecause !== null
  const held = isExplained ? wanted : before
  const said = new Map(reply.rulings.map((ruling) => [ruling.label, ruling]))
  const right = [...said.values()].filter(({ verdict }) => verdict === 'right').map(({ label }) => label)
  const claimed = held === null ? right : [...new Set([held, ...right])]
  const isContradictory = (label: string) =>
    claimed.some((other) => areExclusive(table, [label, other], relate))
  const countedOn = (label: string, verdict: AnswerVerdict): AnswerVerdict => {
    if (label === held) return 'right'
    if (verdict !== 'right') return verdict
    const isUnfounded = !isExplained && label === wanted && said.get(before ?? '')?.verdict !== 'right'
    return isContradictory(label) || isUnfounded ? 'unsure' : 'right'
  }
  return {
    held,
    rulings: table.answers.map(({ label }) => {
      const { verdict = label === held ? 'right' : 'unsure', why = '' } = said.get(label) ?? {}
      return { label, verdict, counted: countedOn(label, verdict), why }
    }),
  }
}

import type { Anchor } from '../../contract/axiom.ts'
import type { AnswerVerdict } from '../../contract/deliberation.ts'
import type { ToolCall } from '../panel/asked.ts'
import {
  type Holder,
  type PanelModel,
  PHI,
  type Seat,
  sharedVote,
  type Votes,
  voteIn,
} from '../panel/panel.ts'
import type { RulingsReply } from '../reading/read-rulings.ts'
import type { Relate } from '../reading/relate.ts'

/** An answer on the table: that of a group of first replies, or one that came up later. */
export interface TableAnswer {
  /** The same in all iterations, so that nothing quoted refers to something that is gone. */
  label: string
  /** As short as it was said. */
  answer: string
  /** The best first reply that gives it, in its own words; for a later answer the reasoning of whoever gave it. */
  text: string
  /** The tools that it calls, as that reply called them; absent for words. */
  calls?: ToolCall[]
  /** The seats that gave it in their first reply; none for a later answer. */
  first: string[]
}

export interface CountedRuling {
  label: string
  verdict: AnswerVerdict
  counted: AnswerVerdict
  why: string
}

/** The answers to a closed question, who holds which, and what the seats say of them; plain data. */
export interface AnswerTable {
  answers: TableAnswer[]
  /** Pairs of labels that can both be right, as a reader found. */
  compatible: Array<[string, string]>
  /** The axioms that contradict an answer, by its label; absent for one that nobody compared with axioms. */
  contrary?: Record<string, Anchor[]>
  /** The label of the answer that each seat holds, by its key; a seat without an answer is absent. */
  held: Record<string, string>
  /** What each seat last said of the answers, by its key. */
  rulings: Record<string, CountedRuling[]>
}

/** The answer with a label. */
export function answerOf({ answers }: AnswerTable, label: string): TableAnswer {
  return answers.find((one) => one.label === label)!
}

/** The keys of the seats that hold an answer. */
export function holdersOf({ held }: AnswerTable, label: string): string[] {
  return Object.keys(held).filter((key) => held[key] === label)
}

/** Whether a reader found that two answers can both be right, and nobody who holds one of them calls the other wrong. */
export function areCompatible(table: AnswerTable, one: string, other: string): boolean {
  const isDenied = (label: string, held: string) =>
    holdersOf(table, held).some((key) => verdictOn(table, key, label) === 'wrong')
  return (
    table.compatible.some((pair) => pair.includes(one) && pair.includes(other)) &&
    !isDenied(one, other) &&
    !isDenied(other, one)
  )
}

/** Whether a seat is with an answer: it holds it, or calls it right. */
export function isWith(table: AnswerTable, key: string, label: string): boolean {
  return table.held[key] === label || verdictOn(table, key, label) === 'right'
}

/** What a seat last said of an answer, as it is counted; null where it said nothing. */
function verdictOn({ rulings }: AnswerTable, key: string, label: string): AnswerVerdict | null {
  return rulings[key]?.find((ruling) => ruling.label === label)?.counted ?? null
}

/**
 * The table with assent counted only where both sides can be right: whoever calls another answer right than its own is
 * unsure of it, unless a reader found the two compatible or somebody who holds the other calls this one right as well.
 */
export function withMutualAssent(table: AnswerTable): AnswerTable {
  const isMutual = (own: string, label: string) =>
    areCompatible(table, own, label) ||
    holdersOf(table, label).some((key) => verdictOn(table, key, own) === 'right')
  const counted = (key: string, ruling: CountedRuling): CountedRuling => {
    const own = table.held[key]
    if (ruling.counted !== 'right' || own === undefined || own === ruling.label) return ruling
    return isMutual(own, ruling.label) ? ruling : { ...ruling, counted: 'unsure' }
  }
  const rulings = Object.entries(table.rulings).map(([key, said]) => [
    key,
    said.map((one) => counted(key, one)),
  ])
  return { ...table, rulings: Object.fromEntries(rulings) }
}

/** The answers that every seat with an answer calls right or holds, besides the theme. */
export function alternativesTo(table: AnswerTable, theme: string): TableAnswer[] {
  const keys = Object.keys(table.held)
  return table.answers.filter(
    ({ label }) => label !== theme && keys.every((key) => isWith(table, key, label)),
  )
}

/**
 * The reply that speaks for those who give one answer: a whole one, by the most reliable model; of several, the one of
 * median length.
 */
export function bestReply(members: Holder[], voteOf: (seat: PanelModel) => number): Holder {
  const whole = members.filter(({ position }) => !position.isCut)
  const candidates = whole.length > 0 ? whole : members
  const highest = Math.max(...candidates.map(({ seat }) => voteOf(seat)))
  const byLength = candidates
    .filter(({ seat }) => voteOf(seat) === highest)
    .sort((left, right) => left.position.reason.length - right.position.reason.length)
  return byLength[Math.floor((byLength.length - 1) / 2)]!
}

/**
 * The labels of the answers that are held, the theme first, and how many votes each has: ranked by the votes of those who hold them, what a model says several times being said once; then by how
 * many seats are with it, then by who gave it first in the order of the panel, which is derived from the question.
 */
export function ranking(table: AnswerTable, standings: Array<{ seat: Seat }>, votes: Votes | null) {
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
export function disagreements({ held }: AnswerTable): Map<string, number> {
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
export function isAgreed(table: AnswerTable, theme: string | undefined): boolean {
  const keys = Object.keys(table.held)
  return theme !== undefined && keys.length > 1 && keys.every((key) => isWith(table, key, theme))
}

interface Step {
  table: AnswerTable
  theme: string
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
      if (isWith(table, key, theme)) return [key, Math.min(measured, before / PHI)]
      return [key, verdictOn(table, key, theme) === 'wrong' ? Math.max(measured, before) : before]
    }),
  )
}

/**
 * Whether an iteration changed anything: somebody took another answer, or came to be with one or left it. After the first
 * rulings it is enough that somebody objected, because those concerned have not heard it yet.
 */
export function hasMoved(before: AnswerTable, after: AnswerTable): boolean {
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

export interface CountedReply {
  /** The label of the answer that the seat holds now; null while it holds none. */
  held: string | null
  rulings: CountedRuling[]
}

interface Counting {
  /** The table the seat was shown, with the new answers of this iteration added. */
  table: AnswerTable
  /** What the seat held before; null for nothing. */
  before: string | null
  /** The label of the answer that it gave itself; null where it gave no new one. */
  given: string | null
  relate: Relate
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
  const answerTo = (label: string) => answerOf(table, label).answer
  const excludes = (label: string, other: string) =>
    label !== other &&
    !areCompatible(table, label, other) &&
    relate(answerTo(label), answerTo(other)) === 'different'
  const countedOn = (label: string, verdict: AnswerVerdict): AnswerVerdict => {
    if (label === held) return 'right'
    if (verdict !== 'right') return verdict
    const isUnfounded = !isExplained && label === wanted && said.get(before ?? '')?.verdict !== 'right'
    return isUnfounded || claimed.some((other) => excludes(label, other)) ? 'unsure' : 'right'
  }
  return {
    held,
    rulings: table.answers.map(({ label }) => {
      const { verdict = label === held ? 'right' : 'unsure', why = '' } = said.get(label) ?? {}
      return { label, verdict, counted: countedOn(label, verdict), why }
    }),
  }
}

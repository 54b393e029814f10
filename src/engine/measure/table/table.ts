import type { AnswerVerdict } from '../../../contract/deliberation.ts'
import type { PanelModel } from '../../panel/panel.ts'
import type { ToolCall } from '../../panel/tools.ts'
import type { Relation } from '../../relation/certain-number.ts'
import type { Holder } from '../divergence.ts'

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

/** A ruling as it was given and as it is counted. */
export interface CountedRuling {
  label: string
  verdict: AnswerVerdict
  counted: AnswerVerdict
  why: string
}

/** The answers to a closed question, who holds which, and what the seats say of them; plain data. */
export interface Table {
  answers: TableAnswer[]
  /** Pairs of labels that can both be right, as a reader found. */
  compatible: Array<[string, string]>
  /** The label of the answer that each seat holds, by its key; a seat without an answer is absent. */
  held: Record<string, string>
  /** What each seat last said of the answers, by its key. */
  rulings: Record<string, CountedRuling[]>
}

/** The answer with a label. */
export function answerOf({ answers }: Pick<Table, 'answers'>, label: string): TableAnswer {
  return answers.find((one) => one.label === label)!
}

/** The keys of the seats that hold an answer. */
export function holdersOf({ held }: Pick<Table, 'held'>, label: string): string[] {
  return Object.keys(held).filter((key) => held[key] === label)
}

/** Whether a reader found that two answers can both be right, and nobody who holds one of them calls the other wrong. */
export function areCompatible(table: Table, one: string, other: string): boolean {
  const isDenied = (label: string, held: string) =>
    holdersOf(table, held).some((key) => verdictOn(table, key, label) === 'wrong')
  return (
    table.compatible.some((pair) => pair.includes(one) && pair.includes(other)) &&
    !isDenied(one, other) &&
    !isDenied(other, one)
  )
}

/** Whether two answers certainly exclude each other. */
export function areExclusive(
  table: Table,
  [one, other]: [string, string],
  relate: (left: string, right: string) => Relation,
): boolean {
  if (one === other || areCompatible(table, one, other)) return false
  return relate(answerOf(table, one).answer, answerOf(table, other).answer) === 'different'
}

/** Whether a seat is with an answer: it holds it, or calls it right. */
export function isWith(
  { held, rulings }: Pick<Table, 'held' | 'rulings'>,
  key: string,
  label: string,
): boolean {
  return held[key] === label || verdictOn({ rulings }, key, label) === 'right'
}

/** What a seat last said of an answer, as it is counted; null where it said nothing. */
export function verdictOn(
  { rulings }: Pick<Table, 'rulings'>,
  key: string,
  label: string,
): AnswerVerdict | null {
  return rulings[key]?.find((ruling) => ruling.label === label)?.counted ?? null
}

/**
 * The table with assent counted only where both sides can be right: whoever calls another answer right than its own is
 * unsure of it, unless a reader found the two compatible or somebody who holds the other calls this one right as well.
 */
export function withMutualAssent(table: Table): Table {
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
export function alternativesTo(table: Table, theme: string): TableAnswer[] {
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

import type { AnswerVerdict } from '../../../contract/deliberation.ts'
import type { RulingsReply } from '../../reading/reply/read-rulings.ts'
import { areExclusive, type CountedRuling, type Table } from './table.ts'

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

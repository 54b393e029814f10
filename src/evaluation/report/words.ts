import type { CheapFirst } from '../figures/fewer-members.ts'
import type { Report } from '../figures/report.ts'
import type { Interval } from '../figures/statistics.ts'

/** A share in percent with one digit. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

/** A share in percent, and its interval. */
export function percentWithin({ value, low, high }: Interval): string {
  return `${percent(value)} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`
}

function points(difference: number): string {
  const rounded = (100 * difference).toFixed(1)
  return `${Number(rounded) > 0 ? '+' : ''}${rounded.replace('-', '−')}`
}

/** A difference in points, and its interval. */
export function pointsWithin({ value, low, high }: Interval): string {
  return `${points(value)} (${points(low)} to ${points(high)})`
}

/** An amount in US dollars with two significant digits; a dash when unknown. */
function dollars(amount: number | null): string {
  if (amount === null) return '–'
  if (amount === 0) return '$0'
  return amount >= 100 ? `$${amount.toFixed(0)}` : `$${Number(amount.toPrecision(3))}`
}

/** What all questions cost together, in words. */
export function totalCost({ totalCostUsd, hasUnknownCosts }: Report): string {
  if (totalCostUsd === null) return 'prices unknown'
  return hasUnknownCosts
    ? `at least ${dollars(totalCostUsd)} in all, some prices unknown`
    : `${dollars(totalCostUsd)} in all`
}

/** The rows of a table, the headings first, without columns in which no row has a figure. */
export function knownColumns(rows: string[][]): string[][] {
  const isKnown = (_: unknown, column: number) =>
    column === 0 || rows.slice(1).some((row) => row[column] !== '' && row[column] !== '–')
  return rows.map((row) => row.filter(isKnown))
}

export const MISTAKES_TITLE = 'Mistakes, the most confident first'

/** What a thousand questions cost; a dash when unknown. */
export function perThousand(amount: number | null): string {
  return dollars(amount === null ? null : 1_000 * amount)
}

/** The threshold or thresholds of a way to ask cheap members first. */
export function thresholds({ from, upTo }: CheapFirst): string {
  return from === upTo ? String(from) : `${from}–${upTo}`
}

/** How much less often than the panel a cheaper way may be right to be recommended. */
const AS_GOOD = 0.005

/** What the figures say about which models to pay for, in sentences. */
export function adviceOn({ judged, members }: Report): string[] {
  if (judged === null)
    return [
      'Without right answers in the table nothing can be said about who is right, only about who agrees.',
    ]
  const { overBest, bestMember, drop, panel } = judged
  const best = members.find(({ member }) => member === bestMember)!.accuracy!
  const shares = [percent(panel.value), percent(best.value)]
  const both = `${(overBest.high < 0 ? shares.reverse() : shares).join(' against ')}, ${pointsWithin(overBest)} points for the panel`
  const worth =
    overBest.low > 0
      ? `The panel is right more often than its best member, ${bestMember}: ${both}.`
      : overBest.high < 0
        ? `${bestMember} alone is right more often than the panel: ${both}. Pay for it alone, or for fewer others.`
        : `These questions do not tell whether the panel or its best member, ${bestMember}, is right more often: ${both}.`
  const dropped =
    drop === null
      ? overBest.high < 0
        ? null
        : 'No member can be dropped without the risk of fewer right answers.'
      : `Drop ${drop.member} first: without it the vote changes by ${pointsWithin(drop.gain)} points, and ${percent(drop.saves)} of the ${members.some(({ costUsd }) => costUsd !== null) ? 'cost of first replies' : 'first calls'} is saved.`
  const cheap = bestCheap(judged)
  const saving =
    cheap &&
    `Asking ${cheap.first.join(', ')} first settles ${percent(cheap.settled)} of the questions: ${percent(cheap.accuracy.value)} right with ${cheap.callsPerQuestion.toFixed(1)} instead of ${members.length} first calls.`
  return [worth, dropped, saving].filter((sentence) => sentence !== null)
}

/** The way of asking cheap members first that saves most and is right about as often as the panel; null for none. */
function bestCheap({ cheapFirst, panel, drop }: NonNullable<Report['judged']>): CheapFirst | null {
  // Nobody is asked first who is not worth asking at all.
  const good = cheapFirst.filter(
    ({ accuracy, first }) =>
      accuracy.value >= panel.value - AS_GOOD && (drop === null || !first.includes(drop.member)),
  )
  const costOf = ({ costUsd, callsPerQuestion }: CheapFirst) => costUsd ?? callsPerQuestion
  return good.length === 0 ? null : good.reduce((one, other) => (costOf(other) < costOf(one) ? other : one))
}

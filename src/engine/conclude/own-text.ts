import { SUPPORTED } from '../measure/claims/bearing.ts'
import type { Ledger, LedgerEntry } from '../measure/claims/ledger.ts'
import type { Holder } from '../measure/landscape.ts'

/** The best text of a panel that asserts no struck claim; the best of all, with a warning, where each asserts one. */
export function ownText(ranked: Holder[], { entries }: Ledger): { text: string | null; warnings: string[] } {
  const struck = entries.filter(({ isStruck }) => isStruck)
  const sound = ranked.find((holder) => !struck.some((entry) => isInText(entry, holder)))
  const chosen = sound ?? ranked[0]
  if (chosen === undefined) return { text: null, warnings: [] }
  const asserted = struck.filter((entry) => isInText(entry, chosen)).map(({ text }) => `“${text}”`)
  return {
    text: chosen.position.answer,
    warnings:
      asserted.length === 0 ? [] : [`The answer asserts claims that were struck: ${asserted.join(', ')}.`],
  }
}

function isInText({ makers, estimates }: LedgerEntry, { seat }: Holder): boolean {
  return makers.includes(seat.key) || (estimates[seat.key]?.supports ?? 0) >= SUPPORTED
}

import type { Ledger } from '../measure/claims/ledger.ts'
import { saysInItsText } from '../measure/claims/opinions.ts'
import type { Holder } from '../measure/landscape.ts'

/** The best text of a panel that asserts no struck claim; the best of all, with a warning, where each asserts one. */
export function ownText(ranked: Holder[], { entries }: Ledger): { text: string | null; warnings: string[] } {
  const struck = entries.filter(({ isStruck }) => isStruck)
  const sound = ranked.find((holder) => !struck.some((entry) => saysInItsText(entry, holder.seat.key)))
  const chosen = sound ?? ranked[0]
  if (chosen === undefined) return { text: null, warnings: [] }
  const asserted = struck
    .filter((entry) => saysInItsText(entry, chosen.seat.key))
    .map(({ text }) => `“${text}”`)
  return {
    text: chosen.position.answer,
    warnings:
      asserted.length === 0 ? [] : [`The answer asserts claims that were struck: ${asserted.join(', ')}.`],
  }
}

import type { EdgeConsensusResponse } from './edge-consensus.ts'
import { trustInWords } from './trust-in-words.ts'

/** When an answer ends with a footer: where there is doubt, whenever it may have one, or never. */
export const FOOTERS = ['auto', 'always', 'never'] as const
export type Footer = (typeof FOOTERS)[number]

/**
 * How a footer begins: an invisible sign (U+2063) and a dash. The line reads like any remark; but no keyboard writes the
 * sign, it is no whitespace that programs trim, and Markdown and Unicode normalisation leave it alone.
 */
const MARK = '\u2063— '
const FOOTER = new RegExp(`(?:^|(?:\\r?\\n){1,2})${MARK}.*`, 'g')

/** Below these an answer is in doubt although the models agree. A share of one half means that nothing is known. */
const SURE = { right: 0.8, supported: 0.6, accepted: 0.6 }
const MOST_DIFFERENCES = 3

/** A paragraph at the end of an answer that says how far to trust it; empty where it has none. */
export function footerOf(result: EdgeConsensusResponse, footer: Footer): string {
  const { kind, outcome, confidence, confidence_kind: what = 'right' } = result
  const isSure = outcome === 'consensus' && confidence >= SURE[what]
  // Drafts are used as they are, and the results of tools are read by programs.
  if (footer === 'never' || kind === 'draft' || kind === 'tools' || (footer === 'auto' && isSure)) return ''
  const { sure, agreement, differences } = trustInWords(result)
  const shown = differences.slice(0, MOST_DIFFERENCES).map(({ words }) => words)
  return `\n\n${MARK}${[agreement, ...shown, sure].filter((words) => words !== '').join(' ')}`
}

/** What an assistant said, without its footers. */
export function withoutFooters(text: string): string {
  return text.replace(FOOTER, '')
}

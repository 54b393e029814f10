import type { EdgeClient } from '../../../src/client/index.ts'
import { count } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'

/** What the service knows of the models of a panel. */
export type Reliability = Awaited<ReturnType<EdgeClient['reliability']>>

/** What is known of a panel, in sentences; or what is missing until something is. */
export function reliabilityInWords({ known, needed, runs, leader, warnings = [] }: Reliability): string {
  if (!known) return warnings[0] ?? missingInWords(runs, needed)
  return [
    `All of them answered ${count(runs, 'question')} that were counted.`,
    ...(leader === null
      ? []
      : [
          `The answer of ${voiceLabel(leader).title} decides: your verdicts say that this is better than a vote.`,
        ]),
    ...warnings,
  ].join(' ')
}

function missingInWords(runs: number, needed: number): string {
  const more = Math.max(1, needed - runs)
  return `Needs ${count(more, 'more question')} with a short answer; ${runs} of ${needed} were counted so far. Until then every vote counts the same.`
}

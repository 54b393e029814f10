import type { EdgeClient } from '../../../src/client/index.ts'
import { voiceLabel } from '../run/voice-label.ts'

/** What the service knows of the models of a panel. */
export type Reliability = Awaited<ReturnType<EdgeClient['reliability']>>

/** What is known of a panel, in sentences; or what is missing until something is. */
export function reliabilityInWords({ basis, leader }: Reliability): string {
  return [
    basis,
    ...(leader === null
      ? []
      : [
          `The answer of ${voiceLabel(leader).title} decides: your verdicts say that this is better than a vote.`,
        ]),
  ].join(' ')
}

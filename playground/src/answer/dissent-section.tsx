import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { LongText } from '../page/long-text.tsx'
import { voiceLabel } from '../run/voice-label.ts'

/** Who does not support the answer, and what they say instead. */
export function DissentSection({ result: { dissent, models } }: { result: EdgeConsensusResponse }) {
  return (
    <section class="dissent" aria-labelledby="dissent-title">
      <h2 id="dissent-title">Who dissents</h2>
      {dissent.length === 0 ? (
        <p>Nobody: all {models.length} voices support the answer, or hold nothing against it.</p>
      ) : (
        <ul>
          {dissent.map(({ name, answer, reason }) => (
            <li key={name}>
              <h3>{voiceLabel(name).title}</h3>
              {answer === null ? (
                <p class="hint">It gave no answer.</p>
              ) : (
                <LongText text={answer} label="Its answer" />
              )}
              {reason !== '' && reason !== answer && <LongText text={reason} label="Why" />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

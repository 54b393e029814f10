import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { inWords } from '../page/figures.ts'
import { LongText } from '../page/long-text.tsx'
import { Section } from '../page/section.tsx'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { voicesOf } from '../run/voices.ts'

/** What models answered otherwise and why, and which did not answer; for an open question its points tell. */
export function OtherAnswers({ state, result }: { state: RunState; result: EdgeConsensusResponse }) {
  const others = result.kind === 'open' ? [] : result.dissent.filter(({ answer }) => answer !== null)
  const silent = voicesOf(state).flatMap(({ seat, turns }) => {
    const error = turns[0]?.response.error
    return error ? [{ name: seat.name, error }] : []
  })
  if (others.length === 0 && silent.length === 0) return null
  const answers = [...new Set(others.map(({ answer }) => answer!))]
  return (
    <Section title="Where they differ" class="others">
      <ul>
        {answers.map((answer) => {
          const holders = others.filter((one) => one.answer === answer)
          return (
            <li key={answer}>
              <h3>{inWords(holders.map(({ name }) => voiceLabel(name).title))}</h3>
              <LongText text={answer} label="Answer" />
              {holders
                .filter(({ reason }) => reason !== '' && reason !== answer)
                .map(({ name, reason }) => (
                  <LongText key={name} text={reason} label={`Why, according to ${voiceLabel(name).title}`} />
                ))}
            </li>
          )
        })}
        {silent.map(({ name, error }) => (
          <li key={name} class="silent">
            <h3>{voiceLabel(name).title} did not answer</h3>
            <p class="hint">{error.message}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

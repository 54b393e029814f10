import { Section } from '../page/section.tsx'
import { CARDS } from './recording.ts'

/** What can be watched without a language model. */
export function RecordingList() {
  return (
    <Section title="Watch a recording" class="recordings">
      <p class="hint">What models do with questions like these, played back. Nothing is sent.</p>
      <ul class="examples" aria-label="Recordings">
        {CARDS.map(({ name, kind, question, shows }) => (
          <li key={name}>
            <a href={`#/recording/${name}`}>
              <small>Recording: {kind}</small>
              <span class="recorded-question" dir="auto">
                {question}
              </span>
              <small>{shows}</small>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

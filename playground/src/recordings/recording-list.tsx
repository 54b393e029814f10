import type { ComponentChildren } from 'preact'
import { OfflineNotice } from '../ask/offline-notice.tsx'
import { useModels } from '../ask/use-models.ts'
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
              <span dir="auto">{question}</span>
              <small>{shows}</small>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What to do instead where nothing can be asked: connect models, or watch; something else once some are connected. */
export function WatchInstead(props: { children: ComponentChildren; connected: ComponentChildren }) {
  const { models } = useModels()
  if (models === null) return null
  return (
    <>
      {models.router === 'offline' ? <OfflineNotice>{props.children}</OfflineNotice> : props.connected}
      <RecordingList />
    </>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { OfflineNotice } from '../ask/offline-notice.tsx'
import { useModels } from '../ask/use-models.ts'
import { RunView } from '../page/run-view.tsx'
import { UnknownPage } from '../problem/unknown-page.tsx'
import { CARDS, loadRecording, type Recording } from './recording.ts'
import { RecordingList } from './recording-list.tsx'
import { usePlayback } from './use-playback.ts'

/** A recording, which is fetched when it is opened. */
export function RecordingView({ name }: { name: string }) {
  const [recording, setRecording] = useState<Recording | 'missing' | null>(null)
  useEffect(() => {
    loadRecording(name).then(setRecording, () => setRecording('missing'))
  }, [name])
  if (CARDS.every((card) => card.name !== name)) return <UnknownPage />
  if (recording === 'missing')
    return <p class="notice caution">The recording could not be loaded. Reload the page.</p>
  return recording && <PlayedBack recording={recording} />
}

const ROLES: Record<string, string> = { user: 'Asked before', assistant: 'Answered before' }

function PlayedBack({ recording }: { recording: Recording }) {
  const { earlier, playedOn, planted } = recording
  const { run, isOver, skip, again } = usePlayback(recording)
  return (
    <div class="thread">
      <section class="offline" aria-label="Recording">
        <p>
          <b>Recording.</b> The models were played: language models answered our prompts on{' '}
          <time dateTime={playedOn}>{new Date(playedOn).toLocaleDateString('en-GB', DATE)}</time>. {planted}{' '}
          Nothing is sent now.
        </p>
        <button type="button" onClick={isOver ? again : skip}>
          {isOver ? 'Play again' : 'Skip to the end'}
        </button>
      </section>
      {earlier.length > 0 && (
        <dl class="earlier" aria-label="Earlier in this conversation">
          {earlier.map(({ role, content }) => (
            <div key={content}>
              <dt class="hint">{ROLES[role]}</dt>
              <dd dir="auto">{content}</dd>
            </div>
          ))}
        </dl>
      )}
      <div class="latest">
        <RunView state={run} live={null} />
      </div>
      {isOver && <WhatNext />}
    </div>
  )
}

const DATE = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** Where others would ask a follow-up. */
function WhatNext() {
  const { models } = useModels()
  if (models === null) return null
  return (
    <>
      {models.router === 'offline' ? (
        <OfflineNotice>To ask questions of your own, connect models.</OfflineNotice>
      ) : (
        <p>
          <a href="#/">Ask a question of your own</a>
        </p>
      )}
      <RecordingList />
    </>
  )
}

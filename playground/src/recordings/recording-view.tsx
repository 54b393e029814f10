import { useEffect, useState } from 'preact/hooks'
import { RunView } from '../page/run-view.tsx'
import { usePlayback } from './playback.ts'
import { loadRecording, type Recording } from './recording.ts'
import { RecordingList, WatchInstead } from './recording-list.tsx'

/** A recording, which is fetched when it is opened. */
export function RecordingView({ name }: { name: string }) {
  const [recording, setRecording] = useState<Recording | 'missing' | null>(null)
  useEffect(() => {
    loadRecording(name).then(setRecording, () => setRecording('missing'))
  }, [name])
  if (recording !== 'missing') return recording && <PlayedBack recording={recording} />
  return (
    <div class="thread">
      <p class="notice caution">This recording cannot be opened. Reload the page, or choose another one.</p>
      <RecordingList />
    </div>
  )
}

const DATE = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

function PlayedBack({ recording }: { recording: Recording }) {
  const { earlier, playedOn, planted } = recording
  const { run, isOver, skip, again } = usePlayback(recording)
  return (
    <div class="thread">
      <section class="offline" aria-label="Recording">
        <p>
          <b>Recording.</b> The models were played: language models answered our prompts on{' '}
          {new Date(playedOn).toLocaleDateString('en-GB', DATE)}. {planted} Nothing is sent now.
        </p>
        <button type="button" onClick={isOver ? again : skip}>
          {isOver ? 'Play again' : 'Skip to the end'}
        </button>
      </section>
      {earlier.length > 0 && (
        <ol class="past" aria-label="Earlier in this conversation">
          {earlier.map(({ role, content }) => (
            <li key={content} class={role === 'user' ? '' : 'hint'} dir="auto">
              {content}
            </li>
          ))}
        </ol>
      )}
      <RunView state={run} live={null} />
      {isOver && (
        <WatchInstead connected={<a href="#/">Ask a question of your own</a>}>
          To ask questions of your own, connect models.
        </WatchInstead>
      )}
    </div>
  )
}

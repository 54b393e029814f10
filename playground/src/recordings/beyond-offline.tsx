import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { OfflineNotice } from '../ask/offline-notice.tsx'
import { useModels } from '../ask/use-models.ts'
import { RecordingList } from './recording-list.tsx'

/** Whether it takes a language model to answer this. */
export function isBeyondOffline(result: EdgeConsensusResponse | null): boolean {
  return result?.router === 'offline' && result.ending === 'unanswered'
}

/** What stands in place of an answer that the built-in programs do not have. */
export function BeyondOffline({ onAskAgain }: { onAskAgain: () => void }) {
  const { models } = useModels()
  if (models !== null && models.router !== 'offline')
    return (
      <section class="notice">
        <p>Language models are connected now.</p>
        <button type="button" onClick={onAskAgain}>
          Ask again
        </button>
      </section>
    )
  return (
    <>
      <OfflineNotice>
        <b>It takes language models to answer this.</b> The built-in programs know only sums and well-known
        facts. Connect models and ask again, or watch below how models answer.
      </OfflineNotice>
      <RecordingList />
    </>
  )
}

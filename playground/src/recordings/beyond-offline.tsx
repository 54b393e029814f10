import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { OfflineNotice } from '../ask/offline-notice.tsx'
import { RecordingList } from './recording-list.tsx'

/** Whether it takes a language model to answer this. */
export function isBeyondOffline(result: EdgeConsensusResponse | null): boolean {
  return result?.router === 'offline' && result.ending === 'unanswered'
}

/** What stands in place of an answer that the built-in programs do not have. */
export function BeyondOffline({ onAskAgain }: { onAskAgain: () => void }) {
  return (
    <>
      <OfflineNotice>
        <b>It takes language models to answer this.</b> The built-in programs know sums and well-known facts
        only. Connect models and{' '}
        <button type="button" class="quiet" onClick={onAskAgain}>
          ask again
        </button>
        , or watch how models answer below.
      </OfflineNotice>
      <RecordingList />
    </>
  )
}

import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { CopyButton } from '../page/copy-button.tsx'
import { resultAddress } from '../page/route.ts'
import type { RunState } from '../run/run-state.ts'
import type { PastTurn } from '../thread/use-thread.ts'
import { download } from './download.ts'
import { threadToMarkdown } from './to-markdown.ts'

interface ActionsProps {
  state: RunState
  result: EdgeConsensusResponse
  /** The turns of the conversation before this one. */
  past: PastTurn[]
  onAskAgain: () => void
}

/** What can be done with an answer. The link and the exports hold the whole conversation. */
export function Actions({ state, result, past, onAskAgain }: ActionsProps) {
  const name = `stretto-${result.id.slice(0, 8)}`
  const states = [...past.map((turn) => turn.state), state]
  const asJson = () => {
    const turns = states.flatMap((one) =>
      one.result === null ? [] : [{ ...one.result, trace: one.iterations }],
    )
    return `${JSON.stringify(turns.length === 1 ? turns[0] : { turns }, null, 2)}\n`
  }
  return (
    <div class="actions">
      <CopyButton text={() => result.final_answer} label="Copy" what="the answer" />
      <button type="button" class="quiet" onClick={() => onAskAgain()}>
        Ask again
      </button>
      <CopyButton
        text={() => new URL(resultAddress([...past.map(({ id }) => id), result.id]), location.href).href}
        label="Copy link"
        what="to it"
      />
      <button
        type="button"
        class="quiet"
        onClick={() => download(`${name}.md`, 'text/markdown', threadToMarkdown(states))}
      >
        Export Markdown
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() => download(`${name}.json`, 'application/json', asJson())}
      >
        Export JSON
      </button>
    </div>
  )
}

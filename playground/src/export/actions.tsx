import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { CopyButton } from '../page/copy-button.tsx'
import { resultAddress } from '../page/route.ts'
import type { RunState } from '../run/run-state.ts'
import { download } from './download.ts'
import { toMarkdown } from './to-markdown.ts'

/** What can be done with an answer. */
export function Actions({ state, result }: { state: RunState; result: EdgeConsensusResponse }) {
  const name = `stretto-${result.id.slice(0, 8)}`
  const whole = { ...result, trace: state.iterations }
  return (
    <div class="actions">
      <CopyButton text={() => result.final_answer} label="Copy" what="the answer" />
      <CopyButton
        text={() => new URL(resultAddress(result.id), location.href).href}
        label="Copy link"
        what="to it"
      />
      <button
        type="button"
        class="quiet"
        onClick={() => download(`${name}.md`, 'text/markdown', toMarkdown(state, result))}
      >
        Export Markdown
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() => download(`${name}.json`, 'application/json', `${JSON.stringify(whole, null, 2)}\n`)}
      >
        Export JSON
      </button>
    </div>
  )
}

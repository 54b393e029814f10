import { useState } from 'preact/hooks'
import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { useSession } from '../api/session.ts'
import { type Reliability, reliabilityInWords } from '../reliability/in-words.ts'
import { ReliabilityTable } from '../reliability/reliability-table.tsx'

/** How reliable the models of a closed question have been, fetched when the reader wants to know. */
export function ReliabilitySection({ result }: { result: EdgeConsensusResponse }) {
  const { edge } = useSession()
  const [figures, setFigures] = useState<Reliability | string | null>(null)
  if (result.kind !== 'closed' || result.models.length < 2) return null
  const open = (event: Event) => {
    if (!(event.currentTarget as HTMLDetailsElement).open || figures !== null) return
    edge
      .reliability({ models: result.models })
      .then(setFigures, (error) => setFigures(problemOf(error).message))
  }
  return (
    <details class="folded" onToggle={open}>
      <summary>How reliable these models have been</summary>
      {figures === null ? (
        <p class="waiting">Reading …</p>
      ) : typeof figures === 'string' ? (
        <p>{figures}</p>
      ) : (
        <Figures figures={figures} />
      )}
    </details>
  )
}

function Figures({ figures }: { figures: Reliability }) {
  return (
    <>
      <p class="hint">{reliabilityInWords(figures)}</p>
      {figures.known && <ReliabilityTable members={figures.members} />}
      <p class="hint">
        <a href="#/models">More about models</a>
      </p>
    </>
  )
}

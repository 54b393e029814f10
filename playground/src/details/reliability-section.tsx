import { useEffect, useState } from 'preact/hooks'
import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { useSession } from '../api/session.ts'
import { Folded } from '../page/section.tsx'
import type { Reliability } from '../reliability/in-words.ts'
import { ReliabilityFigures } from '../reliability/reliability-table.tsx'

/** How reliable the models of a closed question have been, fetched when the reader wants to know. */
export function ReliabilitySection({ result }: { result: EdgeConsensusResponse }) {
  const { kind, models, router } = result
  // Nothing is counted of models that were played.
  if (kind !== 'closed' || models.length < 2 || router === 'played') return null
  return <Folded title="How reliable these models have been">{() => <Fetched models={models} />}</Folded>
}

function Fetched({ models }: { models: string[] }) {
  const { edge } = useSession()
  const [figures, setFigures] = useState<Reliability | string | null>(null)
  useEffect(() => {
    edge.reliability({ models }).then(setFigures, (error) => setFigures(problemOf(error).message))
  }, [])
  return (
    <>
      <ReliabilityFigures figures={figures} />
      <p class="hint">
        <a href="#/models">More about models</a>
      </p>
    </>
  )
}

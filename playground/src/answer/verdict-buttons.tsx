import { useState } from 'preact/hooks'
import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { useSession } from '../api/session.ts'

/** Lets the reader say whether the answer is right, which the service learns from. */
export function VerdictButtons({ result }: { result: EdgeConsensusResponse }) {
  const { edge } = useSession()
  const [said, setSaid] = useState<{ id: string; text: string; right: boolean | null } | null>(null)
  if (result.kind !== 'closed' || result.answer === null) return null
  const own = said?.id === result.id ? said : null
  const give = (right: boolean) => {
    const { id } = result
    edge.giveVerdict(id, { right }).then(
      ({ counted, reason = '' }) =>
        setSaid({
          id,
          right,
          text: counted ? 'Thank you, noted.' : `Noted. ${reason}`,
        }),
      (error) => setSaid({ id, right: null, text: problemOf(error).message }),
    )
  }
  return (
    <p class="verdict">
      Do you know the right answer? This one is{' '}
      <span class="verdict-choices">
        {([true, false] as const).map((right) => (
          <button
            key={String(right)}
            type="button"
            class="verdict-button"
            aria-pressed={own?.right === right}
            onClick={() => give(right)}
          >
            {right ? 'right' : 'wrong'}
          </button>
        ))}
      </span>
      {own !== null && <span role="status"> {own.text}</span>}
    </p>
  )
}

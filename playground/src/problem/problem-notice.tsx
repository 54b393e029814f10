import type { Lack, Problem } from '../api/problem.ts'
import { useSession } from '../api/session.ts'
import { duration } from '../page/figures.ts'
import { KeyForm } from '../settings/key-form.tsx'
import { GoesOn, useSecondsLeft } from './goes-on.tsx'
import { LostNotice } from './lost-notice.tsx'

interface ProblemNoticeProps {
  problem: Problem
  /** Tries the same again. */
  onAgain: () => void
  /** Resolves when the service can be reached, with whether going on there costs nothing, which is so by default. */
  reach?: (signal: AbortSignal) => Promise<boolean>
}

/** Says what went wrong, and offers what can be done about it. */
export function ProblemNotice({ problem, onAgain, reach }: ProblemNoticeProps) {
  const { edge, keys } = useSession()
  const isThere = async (signal: AbortSignal) => (await edge.liveness({ signal })) !== null
  return (
    <section class="notice caution" role="alert">
      {problem.kind === 'key' && (
        <>
          <h2>{keys.service === '' ? 'A key is needed' : 'This key is not known'}</h2>
          <p>
            {keys.service === ''
              ? 'This service asks for a key. Whoever runs it can give you one.'
              : 'The service refuses this key. Check that it is complete, or ask whoever runs the service for another one.'}
          </p>
          <KeyForm submitLabel="Use this key" />
        </>
      )}
      {problem.kind === 'wait' && (
        <>
          <h2>{problem.isRateLimit ? 'Too many requests' : 'Not possible at the moment'}</h2>
          <p>{withoutWait(problem.message)}</p>
          <Details details={problem.details} />
          <div class="row" aria-live="off">
            {problem.isRateLimit ? (
              <GoesOn key={problem} seconds={problem.seconds} onAgain={onAgain} />
            ) : (
              <Countdown key={problem.message} seconds={problem.seconds} onAgain={onAgain} />
            )}
            <ToQuestion />
          </div>
        </>
      )}
      {problem.kind === 'lost' && <LostNotice reach={reach ?? isThere} onAgain={onAgain} />}
      {problem.kind === 'missing' && (
        <>
          <h2>Not found</h2>
          <p>{problem.message}</p>
          <ToQuestion />
        </>
      )}
      {problem.kind === 'refused' && (
        <>
          <h2>{problem.lacks === null ? 'This did not work' : LACKING[problem.lacks]}</h2>
          {problem.lacks !== null && <p>{ADVICE[problem.lacks]}</p>}
          <p class={problem.lacks === null ? undefined : 'hint'}>
            {problem.lacks === null ? problem.message : withoutAdvice(problem.message)}
          </p>
          <Details details={problem.details} />
          <div class="row">
            {problem.mayRetry && (
              <button type="button" onClick={onAgain}>
                Try again
              </button>
            )}
            <ToQuestion />
            {problem.lacks !== null && problem.lacks !== 'model' && <a href="#/settings">Settings</a>}
          </div>
          {problem.requestId !== null && (
            <p class="hint">If you report this, name the request {problem.requestId}.</p>
          )}
        </>
      )}
    </section>
  )
}

const LACKING: Record<Lack, string> = {
  key: 'The provider refuses the key',
  credit: 'The provider account has no credit',
  model: 'The provider does not know these models',
}

const ADVICE: Record<Lack, string> = {
  key: 'Enter a key of your own in the settings, or tell whoever runs this service.',
  credit: 'Add credit at the provider, or enter a key of your own in the settings. Then ask again.',
  model: 'Choose others below the question.',
}

/** The link back to the form, in which the question still is. */
function ToQuestion() {
  return <a href="#/">Back to the question</a>
}

function Details({ details }: { details: string[] }) {
  if (details.length === 0) return null
  return (
    <ul class="reasons">
      {details.map((detail) => (
        <li key={detail}>{detail}</li>
      ))}
    </ul>
  )
}

/** A message without how long to wait, which the countdown tells. */
function withoutWait(message: string): string {
  return message.replace(/ Try again in \d+ s\.$/, '')
}

/** A message without its general advice, where there is a better one. */
function withoutAdvice(message: string): string {
  return message.replace(/ Retrying will not help: .*$/, '')
}

/** Counts down to the moment from which another attempt makes sense. */
function Countdown({ seconds, onAgain }: { seconds: number; onAgain: () => void }) {
  const left = useSecondsLeft(seconds)
  return (
    <button type="button" disabled={left > 0} onClick={onAgain}>
      {left > 0 ? `Try again in ${duration(left * 1000)}` : 'Try again'}
    </button>
  )
}

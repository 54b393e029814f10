import { Actions } from '../export/actions.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { count, duration, inWords } from '../page/figures.ts'
import { isUnderWay, type RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'

/** The answer, or what can be said of it while it is formed. */
export function AnswerSection({ state }: { state: RunState }) {
  const { result } = state
  return (
    <section class="answer" aria-labelledby="answer-title">
      <h2 id="answer-title">{result === null ? 'The answer so far' : 'Answer'}</h2>
      {result === null ? <Forming state={state} /> : <Final state={state} result={result} />}
    </section>
  )
}

const MOST_SHORT = 300

function Final({ state, result }: { state: RunState; result: NonNullable<RunState['result']> }) {
  const { answer, final_answer: text, alternatives = [], cached } = result
  // The short answer is all there is to say, or stands above the text that has it.
  const isShort = answer !== null && text.length <= MOST_SHORT
  const isAll = isShort && answer === text
  return (
    <>
      {cached !== undefined && (
        <p class="hint">
          From memory: {cached.query === state.question ? 'this' : `“${cached.query}”`} was answered{' '}
          {duration(cached.age_seconds * 1000)} ago. Choose “Ask anew” to have it answered again.
        </p>
      )}
      {answer !== null && (isAll || answer !== text) && (
        <p class="short-answer" dir="auto">
          {answer}
        </p>
      )}
      {!isAll && (
        <div class={isShort ? 'text beside' : 'text'}>
          <Markdown text={text} />
        </div>
      )}
      {alternatives.length > 0 && (
        <p class="alternatives" dir="auto">
          Also right, say all: {inWords(alternatives.map((one) => one.answer))}
        </p>
      )}
      {result.incomplete && <p class="caution">The text ends early: the rest of it was refused.</p>}
      <Refused state={state} />
      <Actions state={state} result={result} />
    </>
  )
}

/** What leads so far: a text that is checked, or the answer with most support. */
function Forming({ state }: { state: RunState }) {
  const { writings, accepted, iterations, seats } = state
  const text = accepted || writings.findLast(({ refusals }) => refusals.length === 0)?.text
  if (text)
    return (
      <div class="provisional">
        <Markdown text={text} />
        <p class="hint">A text of {nameOf(writings.at(-1)?.name)}, not accepted yet.</p>
        <Refused state={state} />
      </div>
    )
  const leading = iterations.at(-1)?.clusters.toSorted((one, other) => other.weight - one.weight)[0]
  if (leading !== undefined && state.kind === 'closed')
    return (
      <div class="provisional">
        <p class="short-answer" dir="auto">
          {leading.answer}
        </p>
        <p class="hint">
          Leads with {count(leading.models.length, 'voice')} of {seats.length}; this may change.
        </p>
      </div>
    )
  if (!isUnderWay(state)) return <p class="waiting">There is no answer.</p>
  return (
    <p class="waiting">
      {iterations.length === 0
        ? 'First every voice answers alone, without hearing the others.'
        : 'The voices have spoken. The answer is written when they have settled what is true.'}
    </p>
  )
}

/** Texts that were refused, and why. */
function Refused({ state: { writings } }: { state: RunState }) {
  const refused = writings.filter(({ refusals }) => refusals.length > 0)
  if (refused.length === 0) return null
  return (
    <details class="refused">
      <summary>{count(refused.length, 'text')} refused on the way</summary>
      {refused.map(({ name, attempt, text, refusals }) => (
        <div key={attempt}>
          <p>
            {nameOf(name)} wrote a text that was refused, because
            {refusals.length === 1 ? ` ${refusals[0]}` : ':'}
          </p>
          {refusals.length > 1 && (
            <ul>
              {refusals.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
          <blockquote>{text}</blockquote>
        </div>
      ))}
    </details>
  )
}

function nameOf(name: string | undefined): string {
  return name === undefined ? 'a writer' : voiceLabel(name).title
}

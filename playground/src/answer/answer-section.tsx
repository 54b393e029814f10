import { Actions } from '../export/actions.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { count, duration, inWords } from '../page/figures.ts'
import { resultAddress } from '../page/route.ts'
import { isUnderWay, type RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { CitedText } from './cited-text.tsx'
import { Findings, TextFindings } from './text-findings.tsx'

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
          <CitedText
            text={text}
            citations={result.citations ?? []}
            claims={result.claims ?? []}
            address={resultAddress(result.id)}
          />
        </div>
      )}
      {alternatives.length > 0 && (
        <p class="alternatives" dir="auto">
          Also right, say all: {inWords(alternatives.map((one) => one.answer))}
        </p>
      )}
      <TextFindings unsupported={result.unsupported ?? []} repaired={result.repaired ?? []} />
      <Actions state={state} result={result} />
    </>
  )
}

/** What leads so far: a text that is not final yet, or the answer with most support. */
function Forming({ state }: { state: RunState }) {
  const { writings, accepted, iterations, seats } = state
  const text = accepted || writings.at(-1)?.text
  if (text)
    return (
      <div class="provisional">
        <Markdown text={text} />
        <Provisional state={state} />
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

/** Whose text it is, and what was said of it. */
function Provisional({ state: { writings, check } }: { state: RunState }) {
  const writer = nameOf(writings.at(-1)?.name)
  if (check === null) return <p class="hint">A text of {writer}, not checked yet.</p>
  const { name, findings } = check
  if (findings.length === 0)
    return (
      <p class="hint">
        A text of {writer}, checked by {nameOf(name)}.
      </p>
    )
  return (
    <div class="findings">
      <p class="hint">
        A text of {writer}. {nameOf(name)} objected to {count(findings.length, 'passage')}:
      </p>
      <Findings findings={findings} />
    </div>
  )
}

function nameOf(name: string | undefined): string {
  return name === undefined ? 'a writer' : voiceLabel(name).title
}

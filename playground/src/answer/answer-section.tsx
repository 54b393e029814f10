import { Markdown } from '../markdown/markdown.tsx'
import { WithMaths } from '../markdown/maths.tsx'
import { count, inWords } from '../page/figures.ts'
import { Section } from '../page/section.tsx'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { isRepeated } from '../run/voices.ts'
import { sentencesOnPages } from '../web/cited-pages.ts'
import { PageReferences } from '../web/page-references.tsx'
import { CitedText } from './cited-text.tsx'
import { Findings, TextFindings } from './text-findings.tsx'

interface AnswerSectionProps {
  state: RunState
  onAskAgain: (() => void) | undefined
}

/** The answer, or what leads while it is formed; nothing before there is something to show. */
export function AnswerSection({ state, onAskAgain }: AnswerSectionProps) {
  const { result } = state
  if (result !== null)
    return (
      <Section title="Answer" class="answer">
        <Final question={state.question} result={result} onAskAgain={onAskAgain} />
      </Section>
    )
  const forming = formingIn(state)
  return forming === null ? null : (
    <Section title="The answer so far" class="answer provisional">
      {forming}
    </Section>
  )
}

const MOST_SHORT = 300
const MINUTE = 60

function ageInWords(seconds: number): string {
  if (seconds < MINUTE) return 'less than a minute ago'
  if (seconds < 60 * MINUTE) return `${count(Math.round(seconds / MINUTE), 'minute')} ago`
  if (seconds < 24 * 60 * MINUTE) return `${count(Math.round(seconds / (60 * MINUTE)), 'hour')} ago`
  return `${count(Math.round(seconds / (24 * 60 * MINUTE)), 'day')} ago`
}

interface FinalProps {
  question: string
  result: NonNullable<RunState['result']>
  onAskAgain: (() => void) | undefined
}

function Final({ question, result, onAskAgain }: FinalProps) {
  const { answer, final_answer: text, alternatives = [], cached } = result
  // The short answer is all there is to say, or stands above the text that has it.
  const isShort = answer !== null && text.length <= MOST_SHORT
  const isAll = isShort && isRepeated(answer, text)
  return (
    <>
      {cached !== undefined && (
        <p class="saved hint">
          From {ageInWords(cached.age_seconds)}
          {cached.query !== question && `, to “${cached.query}”`}. No model was asked now.{' '}
          <button type="button" class="quiet" onClick={() => onAskAgain?.()}>
            Ask again
          </button>
        </p>
      )}
      {answer !== null && (isAll || !isRepeated(answer, text)) && (
        <p class="short-answer" dir="auto">
          <WithMaths text={isAll ? text : answer} />
          {isAll &&
            sentencesOnPages(result.search?.pages ?? []).map(({ end, references }) => (
              <PageReferences key={end} references={references} />
            ))}
        </p>
      )}
      {!isAll && (
        <div class={isShort ? 'text beside' : 'text'}>
          <CitedText result={result} />
        </div>
      )}
      {alternatives.length > 0 && (
        <p class="alternatives" dir="auto">
          Also right, all models say: {inWords(alternatives.map((one) => one.answer))}
        </p>
      )}
      <TextFindings unsupported={result.unsupported ?? []} repaired={result.repaired ?? []} />
    </>
  )
}

/** What leads so far: a text that is not final yet, or the answer with most support; null for neither. */
function formingIn(state: RunState) {
  const { writings, accepted, iterations, seats } = state
  const text = accepted || writings.at(-1)?.text
  if (text)
    return (
      <>
        <div class="text">
          <Markdown text={text} />
        </div>
        <Provisional state={state} />
      </>
    )
  const leading =
    iterations.at(-1)?.clusters.toSorted((one, other) => other.weight - one.weight)[0] ?? sameReplies(state)
  if (leading === undefined || (state.kind !== 'closed' && iterations.length > 0)) return null
  return (
    <>
      <p class="short-answer" dir="auto">
        {leading.answer}
      </p>
      <p class="hint">
        {leading.models.length} of {count(seats.length, 'model')} say this so far.
      </p>
    </>
  )
}

/** A short answer that at least two models have given in the same words, before their answers are compared. */
function sameReplies({ firstReplies, kind, stage }: RunState) {
  if (stage !== 'stopped' || (kind !== null && kind !== 'closed')) return undefined
  const short = firstReplies.filter(({ answer }) => answer !== null && answer.length <= MOST_SHORT)
  const wordsOf = ({ answer }: (typeof short)[number]) => answer!.trim().toLowerCase()
  const groups = short.map((one) => short.filter((other) => wordsOf(other) === wordsOf(one)))
  const [largest = []] = groups.sort((one, other) => other.length - one.length)
  if (largest.length < 2) return undefined
  return { answer: largest[0]!.answer!, models: largest.map(({ name }) => name) }
}

/** Who wrote the text, and what was said of it. */
function Provisional({ state: { writings, check } }: { state: RunState }) {
  const writer = nameOf(writings.at(-1)?.name)
  if (check === null) return <p class="hint">Written by {writer} from all texts, not checked yet.</p>
  const { name, findings } = check
  if (findings.length === 0)
    return (
      <p class="hint">
        Written by {writer}, checked by {nameOf(name)}.
      </p>
    )
  return (
    <div class="findings">
      <p class="hint">
        Written by {writer}. {nameOf(name)} objects to {count(findings.length, 'passage')}:
      </p>
      <Findings findings={findings} />
    </div>
  )
}

function nameOf(name: string | undefined): string {
  return name === undefined ? 'one of the models' : voiceLabel(name).title
}

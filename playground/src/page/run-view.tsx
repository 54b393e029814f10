import type { EdgeClient } from '../../../src/client/index.ts'
import { AnswerSection } from '../answer/answer-section.tsx'
import { ConfidenceSection } from '../answer/confidence-section.tsx'
import { DissentSection } from '../answer/dissent-section.tsx'
import { VerdictButtons } from '../answer/verdict-buttons.tsx'
import { ClaimsSection } from '../claims/claims-section.tsx'
import { AxiomsSection } from '../details/axioms-section.tsx'
import { CostsSection } from '../details/costs-section.tsx'
import { ReliabilitySection } from '../details/reliability-section.tsx'
import { ReviewsSection } from '../details/reviews-section.tsx'
import { DivergenceSection } from '../divergence/divergence-section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { isUnderWay, type RunState } from '../run/run-state.ts'
import { VoicesSection } from '../voices/voices-section.tsx'
import { count } from './figures.ts'
import { Progress } from './progress.tsx'

interface RunViewProps {
  edge: EdgeClient
  state: RunState
  reach: (signal: AbortSignal) => Promise<boolean>
  currentKey: string
  onKey: (key: string, isRemembered: boolean) => void
  onStop: () => void
  onAgain: () => void
}

/** A run from the question down to its details: the answer, how sure, who dissents, and how it came about. */
export function RunView({ edge, state, reach, currentKey, onKey, onStop, onAgain }: RunViewProps) {
  const { question, result, problem, stage } = state
  const hasBegun = state.seats.length > 0 || result !== null
  return (
    <article class="run" aria-busy={isUnderWay(state)}>
      <header class="asked">
        <p class="eyebrow">{panelInWords(state)}</p>
        <h1 class={question.length > LONG_QUESTION ? 'long' : undefined} dir="auto">
          {question || 'A stored result'}
        </h1>
        <Progress state={state} onStop={onStop} />
      </header>
      {problem !== null && stage === 'failed' && (
        <ProblemNotice
          problem={problem}
          currentKey={currentKey}
          onKey={onKey}
          onAgain={onAgain}
          reach={reach}
        />
      )}
      {stage === 'stopped' && (
        <section class="notice">
          <p>You stopped this run. What was said until then is below.</p>
          <button type="button" onClick={onAgain}>
            Ask again
          </button>
        </section>
      )}
      {hasBegun && (
        <>
          <div class="golden">
            <div class="conclusion">
              <AnswerSection state={state} />
              {result !== null && <ConfidenceSection result={result} />}
              {result !== null && <VerdictButtons edge={edge} result={result} />}
              {result !== null && <DissentSection result={result} />}
            </div>
            <DivergenceSection state={state} />
          </div>
          <VoicesSection state={state} />
          <ClaimsSection state={state} />
          <ReviewsSection state={state} />
          <AxiomsSection state={state} />
          {result !== null && <ReliabilitySection key={result.id} edge={edge} result={result} />}
          {result !== null && <CostsSection result={result} />}
        </>
      )}
    </article>
  )
}

const LONG_QUESTION = 110

const KINDS = { closed: 'Closed question', open: 'Open question', draft: 'Draft', tools: 'Step with tools' }

function panelInWords({ kind, structure, seats, stage }: RunState): string {
  if (structure === null) return stage === 'asked' ? 'Question' : ''
  return [kind === null ? 'Question' : KINDS[kind], structure, count(seats.length, 'voice')].join(' · ')
}

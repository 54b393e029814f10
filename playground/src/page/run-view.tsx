import { AnswerSection } from '../answer/answer-section.tsx'
import { OtherAnswers } from '../answer/other-answers.tsx'
import { Trust } from '../answer/trust.tsx'
import { VerdictButtons } from '../answer/verdict-buttons.tsx'
import { CodeRunSection } from '../details/code-run-section.tsx'
import { DetailsSection } from '../details/details-section.tsx'
import { ReviewsSection } from '../details/reviews-section.tsx'
import { Actions } from '../export/actions.tsx'
import { ModelCards } from '../models/model-cards.tsx'
import { PointsSection } from '../points/points-section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { isUnderWay, type RunState } from '../run/run-state.ts'
import type { PastTurn } from '../thread/use-thread.ts'
import { Progress } from './progress.tsx'
import { Question } from './question.tsx'

interface RunViewProps {
  state: RunState
  /** The turns of the conversation before this one. */
  past: PastTurn[]
  reach: (signal: AbortSignal) => Promise<boolean>
  onStop: () => void
  onAnswerNow: () => void
  onAgain: () => void
  onAskAgain: (question?: string) => void
}

/** A run as people read it: the answer, how far to trust it, where the models differ, and then the details. */
export function RunView({ state, past, reach, onStop, onAnswerNow, onAgain, onAskAgain }: RunViewProps) {
  const { question, result, problem, stage } = state
  return (
    <article class="run" aria-busy={isUnderWay(state)}>
      <header class="asked">
        <Question key={question} text={question} isFixed={isUnderWay(state)} onEdit={onAskAgain} />
        <Progress state={state} onStop={onStop} onAnswerNow={onAnswerNow} />
      </header>
      {problem !== null && stage === 'failed' && (
        <ProblemNotice problem={problem} onAgain={onAgain} reach={reach} />
      )}
      {stage === 'stopped' && (
        <section class="notice">
          <p>You stopped this run. What the models said before that is below.</p>
          <button type="button" onClick={onAgain}>
            Ask again
          </button>
        </section>
      )}
      {result === null ? (
        <>
          <AnswerSection state={state} onAskAgain={onAskAgain} />
          <ModelCards state={state} />
          <PointsSection state={state} />
        </>
      ) : (
        <>
          <div class="conclusion">
            <AnswerSection state={state} onAskAgain={onAskAgain} />
            <div class="after-answer">
              <Trust result={result} />
              <Actions state={state} result={result} past={past} onAskAgain={onAskAgain} />
              <VerdictButtons result={result} />
            </div>
            <OtherAnswers state={state} result={result} />
          </div>
          <PointsSection state={state} />
          {result.code_run !== undefined && <CodeRunSection key={result.id} run={result.code_run} />}
          <ReviewsSection state={state} />
          <ModelCards state={state} />
          <DetailsSection state={state} result={result} />
        </>
      )}
    </article>
  )
}

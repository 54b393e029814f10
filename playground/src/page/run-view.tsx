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
import { WatchInstead } from '../recordings/recording-list.tsx'
import { isUnderWay, type RunState } from '../run/run-state.ts'
import type { PastTurn } from '../thread/use-thread.ts'
import { WebSection } from '../web/web-section.tsx'
import { Progress } from './progress.tsx'
import { Question } from './question.tsx'

/** What can be done with a run that was asked for here. */
interface LiveRun {
  /** The turns of the conversation before this one. */
  past: PastTurn[]
  reach: (signal: AbortSignal) => Promise<boolean>
  onStop: () => void
  onAnswerNow: () => void
  onAgain: () => void
  onAskAgain: (question?: string) => void
}

interface RunViewProps {
  state: RunState
  /** Null for a recording, which is only watched. */
  live: LiveRun | null
}

/** A run as people read it: the answer, how far to trust it, where the models differ, and then the details. */
export function RunView({ state, live }: RunViewProps) {
  const { question, result, problem, stage } = state
  return (
    <article class="run" aria-busy={isUnderWay(state)}>
      <header class="asked">
        <Question key={question} text={question} isFixed={isUnderWay(state)} onEdit={live?.onAskAgain} />
        <Progress state={state} onStop={live?.onStop} onAnswerNow={live?.onAnswerNow} />
      </header>
      {live !== null && problem !== null && stage === 'failed' && (
        <ProblemNotice problem={problem} onAgain={live.onAgain} reach={live.reach} />
      )}
      {live !== null && stage === 'stopped' && (
        <section class="notice">
          <p>
            You stopped this run.
            {state.firstReplies.length > 0 && ' What the models said before that is below.'}
          </p>
          <button type="button" onClick={live.onAgain}>
            Ask again
          </button>
        </section>
      )}
      {live !== null && result?.router === 'offline' && result.ending === 'unanswered' ? (
        <WatchInstead
          connected={
            <button type="button" onClick={() => live.onAskAgain()}>
              Ask again
            </button>
          }
        >
          <b>It takes language models to answer this.</b> The built-in programs know only sums and well-known
          facts. Connect models and ask again, or watch below how models answer.
        </WatchInstead>
      ) : result === null ? (
        <>
          <AnswerSection state={state} onAskAgain={live?.onAskAgain} />
          <WebSection state={state} />
          <ModelCards state={state} />
          <PointsSection state={state} />
        </>
      ) : (
        <>
          <div class="conclusion">
            <AnswerSection state={state} onAskAgain={live?.onAskAgain} />
            <div class="after-answer">
              <Trust result={result} />
              {live !== null && (
                <>
                  <Actions state={state} result={result} past={live.past} onAskAgain={live.onAskAgain} />
                  <VerdictButtons result={result} />
                </>
              )}
            </div>
            <OtherAnswers state={state} result={result} />
          </div>
          <WebSection key={result.id} state={state} />
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

import { useEffect, useRef } from 'preact/hooks'
import { CitedText } from '../answer/cited-text.tsx'
import { OtherAnswers } from '../answer/other-answers.tsx'
import { Trust } from '../answer/trust.tsx'
import type { Problem } from '../api/problem.ts'
import { resultAddress } from '../page/route.ts'
import { RunView } from '../page/run-view.tsx'
import { Folded } from '../page/section.tsx'
import { MissingResult } from '../problem/missing-result.tsx'
import type { RunState } from '../run/run-state.ts'
import { NextMessage } from './next-message.tsx'
import type { NextTurn, PastTurn, Thread } from './use-thread.ts'

interface ThreadViewProps {
  thread: Thread
  state: RunState
  /** The last result that the address names; empty for a run. */
  lastId: string
  /** Tries again what failed. */
  onAgain: () => void
  /** Has the last question, or another in its place, answered again. */
  onAskAgain: (question?: string) => void
  onFollowUp: (next: NextTurn) => void
}

/** A conversation: earlier turns in short, the latest in full, and a box for the next message. */
export function ThreadView({ thread, state, lastId, onFollowUp, ...actions }: ThreadViewProps) {
  const { past } = thread
  const latest = useRef<HTMLDivElement>(null)
  const lostId = lastId || (state.runId ?? '')
  useEffect(() => {
    if (past.length > 0) latest.current?.scrollIntoView({ block: 'start' })
  }, [past.length])
  return (
    <div class="thread">
      {past.length > 0 && (
        <ol class="past" aria-label="Earlier in this conversation">
          {past.map((turn) => (
            <PastItem key={turn.id} turn={turn} />
          ))}
        </ol>
      )}
      <div ref={latest} class="latest">
        {state.problem?.kind === 'missing' && lostId !== '' ? (
          <MissingResult id={lostId} />
        ) : (
          <RunView
            state={state}
            live={{
              past,
              reach: thread.reach,
              onStop: thread.stop,
              onAnswerNow: thread.answerNow,
              ...actions,
            }}
          />
        )}
      </div>
      {state.stage === 'complete' && state.result !== null && (
        <NextMessage key={state.result.id} id={state.result.id} thread={thread} onSend={onFollowUp} />
      )}
    </div>
  )
}

/** An earlier turn: its question, and its answer when somebody wants to see it. */
function PastItem({ turn: { id, state } }: { turn: PastTurn }) {
  const { question, result, problem } = state
  return (
    <li>
      <Folded
        class="past-turn"
        title={
          <>
            <span class="past-question" dir="auto">
              {question || titleFor(problem)}
            </span>
            {result !== null && (
              <span class="past-answer" dir="auto">
                {(result.answer ?? result.final_answer).slice(0, SHOWN_OF_ANSWER)}
              </span>
            )}
          </>
        }
      >
        {() =>
          result === null ? (
            <p class="hint">{problem?.message}</p>
          ) : (
            <div class="run">
              <div class="answer">
                <div class="text">
                  <CitedText result={result} />
                </div>
              </div>
              <Trust result={result} />
              <OtherAnswers state={state} result={result} />
              <p>
                <a href={resultAddress([id])}>Show all of this answer</a>
              </p>
            </div>
          )
        }
      </Folded>
    </li>
  )
}

const SHOWN_OF_ANSWER = 140

function titleFor(problem: Problem | null): string {
  if (problem === null) return 'Opening …'
  return problem.kind === 'missing'
    ? 'An answer that is no longer stored'
    : 'An answer that could not be opened'
}

import { StrettoError } from '../contract/error-codes.ts'
import {
  type AskModel,
  type CallCost,
  type Deliberation,
  type DeliberationEvent,
  ModelFailure,
} from '../engine/index.ts'
import type { ModelIdentity } from './model-router.ts'
import { NO_SPAN, type Span, type SpanAttributes } from './tracing.ts'

/** A run as far as it is known when it begins. */
interface BegunRun {
  models: unknown[]
  structure: string
  maxIterations: number
}

/** What is noted of the end of a run; of a check only some of it is known. */
type Traced = Pick<Deliberation, 'usage'> &
  Partial<Omit<Deliberation, 'kind'>> & { router: string; kind: string }

/** Follows a run by its events: a span for the run, within it one for each iteration, within these the model calls. */
export interface TracedRun {
  onEvent(event: DeliberationEvent): void
  /** Gives every call a span, and names the service that answers for a model. */
  traced(ask: AskModel, servedBy: (model: ModelIdentity) => string): AskModel
  end(result: Traced): void
  fail(error: unknown): void
}

const UNTRACED: TracedRun = { onEvent() {}, traced: (ask) => ask, end() {}, fail() {} }

/** Begins to trace a run as part of a span. */
export function traceRun(parent: Span, run: BegunRun): TracedRun {
  if (parent === NO_SPAN) return UNTRACED
  const span = parent.begin('consensus run', {
    'stretto.structure': run.structure,
    'stretto.panel': run.models.length,
    'stretto.max_iterations': run.maxIterations,
  })
  let iteration: Span | null = null
  const endIteration = (failure?: string) => {
    iteration?.end(failure)
    iteration = null
  }

  return {
    onEvent(event) {
      if (event.type === 'iteration-start') {
        endIteration()
        iteration = span.begin(`iteration ${event.iteration}`, {
          'stretto.iteration': event.iteration,
          'stretto.phase': event.phase,
          'stretto.level': event.level,
        })
      }
      if (event.type !== 'iteration-end') return
      iteration?.note({ 'stretto.D': event.entry.D, 'stretto.clusters': event.entry.clusters.length })
      endIteration()
    },

    traced: (ask, servedBy) => async (call) => {
      const { model, provider } = call.seat
      const attributes = {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': servedBy({ provider, model }),
        'gen_ai.request.model': model,
        'stretto.iteration': call.iteration,
      }
      const made = (iteration ?? span).begin(`chat ${model}`, attributes, 'client')
      try {
        const reply = await ask(call)
        made.note({
          ...spent(reply),
          'gen_ai.response.model': reply.servedModel,
          'stretto.outcome': reply.isCut ? 'cut' : 'answered',
        })
        made.end()
        return reply
      } catch (error) {
        const code = error instanceof ModelFailure ? error.code : 'failed'
        made.note({
          ...(error instanceof ModelFailure && error.spent !== null ? spent(error.spent) : {}),
          'stretto.outcome': code,
        })
        made.end(code)
        throw error
      }
    },

    end(result) {
      endIteration()
      const { usage } = result
      span.note({
        'stretto.kind': result.kind,
        'stretto.router': result.router,
        'stretto.outcome': result.outcome,
        'stretto.ending': result.ending,
        'stretto.iterations': result.entries?.length,
        'stretto.initial_D': result.initialDivergence,
        'stretto.final_D': result.finalDivergence,
        'stretto.confidence': result.confidence,
        'stretto.calls': usage.calls,
        'gen_ai.usage.input_tokens': usage.prompt_tokens,
        'gen_ai.usage.output_tokens': usage.completion_tokens,
        'stretto.cost_usd': usage.cost_usd,
      })
      span.end()
    },

    fail(error) {
      const code = error instanceof StrettoError ? error.code : 'failed'
      endIteration(code)
      span.end(code)
    },
  }
}

function spent({ promptTokens, completionTokens, costUsd, calls }: CallCost): SpanAttributes {
  return {
    'gen_ai.usage.input_tokens': promptTokens,
    'gen_ai.usage.output_tokens': completionTokens,
    'stretto.cost_usd': costUsd,
    'stretto.billed_requests': calls ?? 1,
  }
}

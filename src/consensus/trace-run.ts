import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { StrettoError } from '../contract/error-codes.ts'
import { SERVICE_NAME, SOFTWARE_VERSION } from '../contract/versions.ts'
import {
  type AskModel,
  type CallCost,
  type Deliberation,
  type DeliberationEvent,
  ModelFailure,
} from '../engine/index.ts'
import type { ModelIdentity } from './model-router.ts'
import type { PlannedRun } from './planned-run.ts'

/** What begins spans. Attributes never contain texts of callers or models, nor keys. */
export function tracer() {
  return trace.getTracer(SERVICE_NAME, SOFTWARE_VERSION)
}

/** Ends a span, with the code of its failure if it failed. */
export function endSpan(span: Span, failure?: string): void {
  if (failure !== undefined)
    span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** What is noted of the end of a run; of a check only some of it is known. */
type Traced = Pick<Deliberation, 'usage'> &
  Partial<Omit<Deliberation, 'kind'>> & { router: string; kind: string }

/**
 * Follows a run by its events: a span for the run, within it one for each iteration, within these the model calls. It is
 * part of the trace of what the running code works for; outside of any request it is a trace of its own.
 */
export function traceRun(run: Pick<PlannedRun, 'models' | 'structure' | 'maxIterations'>) {
  const around = context.active()
  const attributes = {
    'stretto.structure': run.structure,
    'stretto.panel': run.models.length,
    'stretto.max_iterations': run.maxIterations,
  }
  const span = tracer().startSpan('consensus run', { attributes }, around)
  const withinRun = trace.setSpan(around, span)
  let iteration: Span | null = null
  const endIteration = (failure?: string) => {
    if (iteration !== null) endSpan(iteration, failure)
    iteration = null
  }

  return {
    onEvent(event: DeliberationEvent): void {
      if (event.type === 'iteration-start') {
        endIteration()
        const attributes = {
          'stretto.iteration': event.iteration,
          'stretto.phase': event.phase,
          'stretto.level': event.level,
        }
        iteration = tracer().startSpan(`iteration ${event.iteration}`, { attributes }, withinRun)
      }
      if (event.type !== 'iteration-end') return
      iteration?.setAttributes({
        'stretto.D': event.entry.D,
        'stretto.clusters': event.entry.clusters.length,
      })
      endIteration()
    },

    /** Gives every call a span, and names the service that answers for a model. */
    traced:
      (ask: AskModel, servedBy: (model: ModelIdentity) => string): AskModel =>
      async (call) => {
        const { model } = call.seat
        const attributes = {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': servedBy(call.seat),
          'gen_ai.request.model': model,
          'stretto.iteration': call.iteration,
        }
        const within = iteration === null ? withinRun : trace.setSpan(around, iteration)
        const made = tracer().startSpan(`chat ${model}`, { kind: SpanKind.CLIENT, attributes }, within)
        try {
          const reply = await ask(call)
          made.setAttributes({
            ...spent(reply),
            'gen_ai.response.model': reply.servedModel,
            'stretto.outcome': reply.isCut ? 'cut' : 'answered',
          })
          endSpan(made)
          return reply
        } catch (error) {
          const code = error instanceof ModelFailure ? error.code : 'failed'
          made.setAttributes({
            ...(error instanceof ModelFailure && error.spent && spent(error.spent)),
            'stretto.outcome': code,
          })
          endSpan(made, code)
          throw error
        }
      },

    end(result: Traced): void {
      endIteration()
      const { usage } = result
      span.setAttributes({
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
        'stretto.cost_usd': usage.cost_usd ?? undefined,
      })
      endSpan(span)
    },

    fail(error: unknown): void {
      const code = error instanceof StrettoError ? error.code : 'failed'
      endIteration(code)
      endSpan(span, code)
    },
  }
}

function spent({ promptTokens, completionTokens, costUsd, calls }: CallCost): Attributes {
  return {
    'gen_ai.usage.input_tokens': promptTokens,
    'gen_ai.usage.output_tokens': completionTokens,
    'stretto.cost_usd': costUsd ?? undefined,
    'stretto.billed_requests': calls ?? 1,
  }
}

import type { CheckRequest, CheckResponse, CompareRequest, CompareResponse } from '../contract/check.ts'
import { checkClaims, compareTexts, MOST_READERS } from '../engine/index.ts'
import { requestedSpending } from './budget/check-budget.ts'
import type { RunCosts } from './budget/run-costs.ts'
import type { ModelRouter } from './model-router.ts'
import type { ClaimRunner, PanelRun } from './panel-runner.ts'
import { DEFAULT_TEMPERATURE, noDefaultPanel, requestedBackground } from './requested-panel.ts'

/** A request with its caller. */
export interface CheckCall<Request> {
  request: Request
  scope: string
  /** The key or address of the caller. */
  caller: string
  routerKey: string | null
  signal: AbortSignal
}

/** Checks statements and compares texts; nothing of it is stored. */
export interface ClaimChecks {
  check(call: CheckCall<CheckRequest>): Promise<CheckResponse>
  compare(call: CheckCall<CompareRequest>): Promise<CompareResponse>
}

interface CheckParts {
  runner: ClaimRunner
  costs: Pick<RunCosts, 'check'>
  defaultModels: (routerKey: string | null) => string[]
  providerOf: ModelRouter['providerOf']
  newId: () => string
}

/** What is asked where the caller names no question. */
const WHETHER_TRUE = 'Is this true?'
const WHAT_THEY_SAY = 'What do these texts say?'

/** Connects the checks to the panel of a request. */
export function createClaimChecks({
  runner,
  costs,
  defaultModels,
  providerOf,
  newId,
}: CheckParts): ClaimChecks {
  const seatOf = (model: string, routerKey: string | null) => ({
    provider: providerOf(model, routerKey),
    name: model,
    model,
    temperature: DEFAULT_TEMPERATURE,
  })

  /** What both have in common with a question to a panel. */
  function runOf(
    { request, scope, caller, routerKey, signal }: CheckCall<CheckRequest | CompareRequest>,
    query: string,
  ): PanelRun {
    const { models = defaultModels(routerKey), ...spending } = request
    if (models.length === 0) throw noDefaultPanel()
    return {
      id: newId(),
      query,
      kind: 'open',
      criteria: null,
      models: models.map((model) => seatOf(model, routerKey)),
      writer: null,
      reader: null,
      structure: 'sonata',
      maxIterations: 1,
      ...requestedSpending(spending),
      scope,
      caller,
      routerKey,
      signal,
    }
  }

  return {
    async check(call) {
      const { claims, type, context, question = WHETHER_TRUE, discuss } = call.request
      const background = requestedBackground({ context })
      const run: PanelRun = {
        ...runOf(call, question),
        maxIterations: discuss ? 2 : 1,
        work: 'Checks',
        ...(background && { background }),
      }
      const unbounded = await costs.check({ ...run, query: [question, ...claims].join('\n') })
      const { anchors, warnings, ...checked } = await runner.judge(run, 'check', (request, ports) =>
        checkClaims({ ...request, claims, type }, ports),
      )
      return {
        ...checked,
        axioms: anchors,
        models: run.models.map(({ model }) => model),
        warnings: [...warnings, ...unbounded],
      }
    },

    async compare(call) {
      const { answers, question: asked, reader = null } = call.request
      const question = asked ?? WHAT_THEY_SAY
      const run: PanelRun = { ...runOf(call, question), reader, work: 'Comparisons' }
      const query = [question, ...answers.map(({ text }) => text)].join('\n')
      // One of them reads, and a second one if need be: each alone must fit the budget.
      const readers = [...(reader === null ? [] : [seatOf(reader, call.routerKey)]), ...run.models]
      const budget = run.budget && { ...run.budget, maxCalls: MOST_READERS }
      const warned = await Promise.all(
        readers.map((one) =>
          costs.check({ ...run, query, reader: null, models: [one], ...(budget && { budget }) }),
        ),
      )
      const unbounded = [...new Set(warned.flat())]
      const { warnings, ...compared } = await runner.judge(run, 'comparison', (request, ports) =>
        compareTexts(request, answers, ports),
      )
      return {
        ...compared,
        // Texts that answer no question have no main answer.
        groups: asked === undefined ? [] : compared.groups,
        models: run.models.map(({ model }) => model),
        warnings: [...warnings, ...unbounded],
      }
    },
  }
}

import type { CheckRequest, CheckResponse } from '../contract/check.ts'
import type { CallerKeys } from '../contract/panel.ts'
import { checkClaims } from '../engine/index.ts'
import type { RunCosts } from './budget/run-costs.ts'
import type { EdgeConsensusCall } from './cached-consensus.ts'
import type { ModelRouter } from './model-router.ts'
import type { ClaimRunner, PanelRun } from './panel-runner.ts'
import { noDefaultPanel, plannedRun, seatOf } from './planned-run.ts'

export interface CheckCall extends Pick<EdgeConsensusCall, 'scope' | 'caller' | 'callerKeys'> {
  request: CheckRequest
  signal: AbortSignal
}

/** Checks statements; nothing of it is stored. */
export type ClaimChecks = ReturnType<typeof createClaimChecks>

interface CheckParts {
  runner: ClaimRunner
  costs: Pick<RunCosts, 'check'>
  defaultModels: (callerKeys: CallerKeys | null) => string[]
  router: Pick<ModelRouter, 'providerOf'>
  newId: () => string
}

/** Connects the checks to the panel of a request. */
export function createClaimChecks({ runner, costs, defaultModels, router, newId }: CheckParts) {
  return {
    async check({ request, scope, caller, callerKeys, signal }: CheckCall): Promise<CheckResponse> {
      const { claims, type, context, question = 'Is this true?', discuss, ...spending } = request
      const { models = defaultModels(callerKeys) } = request
      if (models.length === 0) throw noDefaultPanel()
      const planned = plannedRun(
        {
          ...spending,
          query: question,
          kind: 'open',
          context,
          structure: 'sonata',
          max_iterations: discuss ? 2 : 1,
        },
        { models: models.map((model) => seatOf(model, router.providerOf(model, callerKeys))), callerKeys },
      )
      const run: PanelRun = { ...planned, isCheck: true, id: newId(), scope, caller, signal }
      const unbounded = await costs.check({ ...run, query: [question, ...claims].join('\n') })
      const { anchors, warnings, ...checked } = await runner.judge(run, (engineRequest, ports) =>
        checkClaims({ ...engineRequest, claims, type }, ports),
      )
      return { ...checked, axioms: anchors, models, warnings: [...warnings, ...unbounded] }
    },
  }
}

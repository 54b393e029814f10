import { expect, it } from 'vitest'
import { StrettoError } from '../contract/error-codes.ts'
import { createClaimChecks } from './claim-checks.ts'
import type { PlannedRun } from './panel-runner.ts'

it('checks the budget of a comparison for everybody who may read, and bounds the calls', async () => {
  const planned: PlannedRun[] = []
  const checks = createClaimChecks({
    runner: { judge: async () => expect.fail() },
    costs: {
      async check(run) {
        planned.push(run)
        if (run.models[0]!.model === 'dear') throw new StrettoError('bad_request', 'too dear')
        return []
      },
    },
    defaultModels: () => [],
    providerOf: () => 'openrouter',
    newId: () => 'id',
  })
  const answers = [
    { name: 'a', text: 'Yes.' },
    { name: 'b', text: 'No.' },
  ]
  const compare = (fields: object) =>
    checks.compare({
      request: { answers, models: ['cheap', 'other'], max_cost_usd: 1, ...fields },
      scope: '',
      caller: '',
      routerKey: null,
      signal: new AbortController().signal,
    })
  await expect(compare({ models: ['cheap', 'dear'] })).rejects.toThrow('too dear')
  await expect(compare({ reader: 'dear' })).rejects.toThrow('too dear')
  expect(planned.every(({ budget }) => budget?.maxCalls === 2)).toBe(true)
})

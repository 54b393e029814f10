import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationsOf } from '../../src/http/documentation/documentation.ts'
import { get, openWholeService, type TestService } from '../../test/support/service.ts'
import { openPlayedService } from './played-models.ts'
import { EXAMPLES_FILE, recordExamples } from './record-examples.ts'

let service: TestService
let played: Awaited<ReturnType<typeof openPlayedService>>
beforeAll(async () => {
  service = await openWholeService()
  service.welcomeRequests()
  played = await openPlayedService()
})
afterAll(async () => {
  await service.stop()
  await played.stop()
})

describe('the examples of the documentation', () => {
  it('are what the service answers; `npm run examples` records them anew', async () => {
    expect(await recordExamples(service, played)).toEqual(JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')))
  })

  it.each(['edge', 'local'] as const)('show a request and a response of every endpoint: %s', async (api) => {
    const document = await (await get(service[api], '/openapi.json')).json()
    for (const { method, path, operation } of operationsOf(document)) {
      const at = `${method} ${path}`
      const bodies = Object.values(operation.requestBody?.content ?? {})
      for (const { examples } of bodies) expect(Object.keys(examples ?? {}), at).toContain('example')
      const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
      const contents = successes.flatMap(([, { content = {} }]) => Object.values(content))
      const names = contents.flatMap(({ examples = {} }) => Object.keys(examples))
      expect(names, at).toContain('example')
      for (const parameter of operation.parameters ?? [])
        if (parameter.required) expect(parameter.example, `${parameter.name} of ${at}`).toBeDefined()
    }
  })
})

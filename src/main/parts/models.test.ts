import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { callFor } from '../../../test/support/ask-provider.ts'
import { type ScriptedProvider, startScriptedProvider } from '../../../test/support/scripted-provider.ts'
import { createLearned } from '../../adapters/models/learned.ts'
import { openResponse } from '../../adapters/models/providers/open-response.ts'
import { readSettings } from '../../config/settings.ts'
import { providersFor } from './models.ts'

let server: ScriptedProvider | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

/** Two runs on a server with this script and these settings. */
async function runsOn(
  script: Parameters<typeof startScriptedProvider>[0],
  environment: Record<string, string>,
) {
  server = await startScriptedProvider(script)
  const runtime = {
    settings: readSettings(environment),
    now: () => performance.now(),
    loadHttp: async () => openResponse,
    unanswered: undefined,
    learned: createLearned(),
  }
  const open = providersFor(runtime, new Map())
  const accessTo = () => ({ apiKey: 'some-key', baseUrl: server!.url })
  return { ...server, first: await open(accessTo)(), second: await open(accessTo)() }
}

test('runs share the limit of calls in flight', async () => {
  const release: Array<(text: string) => void> = []
  const { calls, arrivals, first, second } = await runsOn(
    () => new Promise((resolve) => release.push(resolve)),
    {
      MODEL_CONCURRENCY: '1',
    },
  )
  const replies = [first(callFor()), second(callFor())]
  await once(arrivals, 'call')
  expect(calls).toHaveLength(1)
  const next = once(arrivals, 'call')
  release[0]?.('one')
  await next
  release[1]?.('two')
  expect((await Promise.all(replies)).map(({ text }) => text).sort()).toEqual(['one', 'two'])
})

test('what one run learned about a model is known to the next', async () => {
  const { calls, first, second } = await runsOn(({ body }, response) => {
    if (!('response_format' in body)) return 'hello'
    response.writeHead(400)
    response.end('response_format is not supported')
  }, {})
  await first(callFor())
  await second(callFor())
  expect(calls.map(({ body }) => 'response_format' in body)).toEqual([true, false, false])
})

test('a run does not wait for a provider beyond its deadline', async () => {
  const { calls, first } = await runsOn(
    (_, response) => {
      response.writeHead(429, { 'retry-after': '9' })
      response.end('come back later')
    },
    { CONSENSUS_DEADLINE_SECONDS: '8' },
  )
  await expect(first(callFor())).rejects.toMatchObject({ message: '429: come back later' })
  expect(calls).toHaveLength(1)
})

import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { replyAs } from '../support/panel-replies.ts'
import { type ReceivedCall, sendJson, startScriptedProvider } from '../support/scripted-provider.ts'
import { get, openService, post } from '../support/service.ts'
import { timeLimit } from '../support/time-limit.ts'

const listOf = (...ids: string[]) => ({ data: ids.map((id) => ({ id })) })
const answer = (call: ReceivedCall) => replyAs('Paris', call)

it('the default panel takes in an endpoint whose list comes late, in all that names it', async () => {
  // The list is not given up before it comes.
  timeLimit(5_000)
  let late: ServerResponse | undefined
  const groq = await startScriptedProvider(answer, (response) => sendJson(response, listOf('a', 'b')))
  const ollama = await startScriptedProvider(answer, (response) => {
    late = response
  })
  let log = ''
  const lines = new EventEmitter()
  const write = (line: string) => {
    log += line
    lines.emit('line')
  }
  const service = await openService(
    { ROUTER: 'auto', ENDPOINTS: `groq=${groq.url};ollama=${ollama.url}` },
    undefined,
    createLog('info', { write }),
  )
  const read = async (path: string) => (await get(service.edge, path)).json()
  const ask = async () =>
    (await post(service.edge, '/consensus-iterative', { query: 'Which city is on the stamp?' })).json()
  const [first, then] = [
    ['groq/a', 'groq/b'],
    ['groq/a', 'ollama/c'],
  ]

  expect(service.panelWarnings).toEqual([expect.stringMatching(/ollama is not .* joins as soon as it lists/)])
  expect([await ask(), await ask(), await ask()]).toMatchObject([
    { models: first, cache_hit: false },
    { models: first, cache_hit: true },
    { models: first, cache_hit: true },
  ])
  sendJson(late!, listOf('c'))
  while (!log.includes('the default panel has changed')) await once(lines, 'line')
  expect(await ask()).toMatchObject({ models: then, cache_hit: false })
  expect(await read('/models')).toMatchObject({ default_models: then, router: 'groq+ollama' })
  expect(await read('/models/reliability?panel=auto')).toMatchObject({ models: then })
  expect(await read('/health')).toMatchObject({ router: 'groq+ollama' })

  await service.stop()
  await groq.close()
  await ollama.close()
})

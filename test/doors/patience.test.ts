import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runHere } from '../support/command-here.ts'
import { DOORS, KEY, KEYS } from '../support/doors.ts'
import { type ListeningService, listenHere } from '../support/listening-service.ts'
import { replyAs } from '../support/panel-replies.ts'
import { PATIENCE } from '../support/patience.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { post } from '../support/service.ts'
import { replyOnTexts } from '../support/text-replies.ts'

const PANEL = ['vendor/a', 'other/b', 'third/silent']
/** Seconds that are over when a quorum has replied. */
const SHORT = 0.001

let server: ScriptedProvider
let service: ListeningService
let requests = 0
beforeAll(async () => {
  server = await startScriptedProvider(reply)
  service = await listenHere({ ...settingsFor(server), ...KEYS, DEFAULT_MODELS: PANEL.join() })
})
afterAll(async () => {
  await service.stop()
  await server.close()
})
beforeEach(() => {
  server.calls.length = 0
})

/** One model replies only to who has hung up. */
async function reply(call: ReceivedCall): Promise<string> {
  if (call.model.includes('silent')) await once(call.gone, 'abort')
  return replyOnTexts({ writes: () => 'It is 4.' }, call) ?? replyAs('4', call)
}

describe.each(Object.entries(DOORS))('%s', (_, door) => {
  const ask = async (options: object) => {
    const request = door.request({ models: door.panel(PANEL), ...options })
    const response = await post(service[door.api], door.path, request, { ...KEY, ...door.headers })
    return door.deliberationIn(response, service)
  }

  it('goes on without a model that does not reply, names it, and hangs up', async () => {
    const answered = await ask({ kind: 'closed', criteria: `Number ${requests++}`, patience: SHORT })
    const { unheard, outcome, usage, warnings, dissent } = answered
    expect({ unheard, outcome }).toEqual({ unheard: ['third/silent'], outcome: 'majority' })
    expect(usage).toMatchObject({ calls: PANEL.length, unpriced_calls: expect.any(Number) })
    expect(warnings.join()).toContain('did not wait for third/silent')
    expect(dissent).toEqual([expect.objectContaining({ name: 'third/silent', answer: null })])
    expect(server.calls).toHaveLength(PANEL.length)
    const { gone } = server.calls.find(({ model }) => model.includes('silent'))!
    await vi.waitUntil(() => gone.aborted, PATIENCE)
  })
})

describe('POST /consensus-iterative', () => {
  const door = DOORS['POST /consensus-iterative']!
  const ask = async (options: object) => {
    const request = door.request({ kind: 'closed', criteria: 'The same for all', models: PANEL, ...options })
    return (await post(service.edge, door.path, request, KEY)).json()
  }

  it('serves an answer without an unheard model only to those of the same patience', async () => {
    expect(await ask({ patience: SHORT })).toMatchObject({ cache_hit: false })
    expect(await ask({ patience: SHORT })).toMatchObject({ cache_hit: true, unheard: ['third/silent'] })
    expect(await ask({ patience: 2 * SHORT })).toMatchObject({ cache_hit: false })
  })

  it('takes it in a dry run, and asks nobody', async () => {
    expect(await ask({ patience: SHORT, dry_run: true })).toMatchObject({ dry_run: true, models: PANEL })
    expect(server.calls).toEqual([])
  })
})

describe('stretto ask', () => {
  it('waits for a silent model as long as --patience says', async () => {
    const connection = { STRETTO_URL: service.edgeUrl, STRETTO_API_KEY: KEY['x-api-key'] }
    const options = ['--models', PANEL.join(), '--json', '--patience', String(SHORT)]
    const { code, stdout } = await runHere(['ask', 'What is 2 + 2?', ...options], connection)
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 3, unheard: ['third/silent'] })
  })
})

describe('POST /check', () => {
  it('goes on without a model that does not reply', async () => {
    const request = { claims: ['Two and two are four.'], models: PANEL, patience: SHORT }
    const { abstentions } = await (await post(service.edge, '/check', request, KEY)).json()
    expect(abstentions).toContainEqual(
      expect.objectContaining({
        name: 'third/silent',
        error: expect.objectContaining({ code: 'not_awaited' }),
      }),
    )
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../support/command-here.ts'
import { DOORS, KEY, KEYS } from '../support/doors.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { type ListeningService, listenHere } from '../support/listening-service.ts'
import { overHttp } from '../support/mcp-clients.ts'
import { connect } from '../support/mcp-connect.ts'
import { replyAs } from '../support/panel-replies.ts'
import {
  replyTo,
  type ScriptedProvider,
  sendReply,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { get, post } from '../support/service.ts'

/** Asked by ids behind which other models answer, as those of the default panel are. */
const PANEL = ['vendor/a', 'other/b', 'third/c']
const RELIABILITY = `/models/reliability?models=${PANEL}`

let provider: ScriptedProvider
let settings: Record<string, string>
beforeAll(async () => {
  provider = await startScriptedProvider((call, response) => {
    const reply = replyTo(call, replyAs('4', call))
    sendReply(call, response, { ...reply, model: `${reply.model}-5` })
  })
  settings = { ...settingsFor(provider), ...KEYS, DEFAULT_MODELS: PANEL.join() }
})
afterAll(() => provider.close())

let service: ListeningService
beforeEach(async () => {
  service = await listenHere(settings)
})
afterEach(() => service.stop())

const reliability = async () => (await get(service.edge, RELIABILITY, KEY)).json()

describe('GET /models/reliability right after a run', () => {
  it.each(Object.entries(DOORS))('counts it, through %s', async (_, door) => {
    expect(await reliability()).toMatchObject({ runs: 0 })
    for (const runs of [1, 2]) {
      const request = door.request({ models: door.panel(PANEL), kind: 'closed', criteria: `Number ${runs}` })
      const response = await post(service[door.api], door.path, request, { ...KEY, ...door.headers })
      expect(await door.deliberationIn(response, service)).toMatchObject({ outcome: 'consensus' })
      expect(await reliability()).toMatchObject({ runs, runs_used: runs, known: false, needed: 50 })
    }
  })

  it('counts it, through the tools for assistants', async () => {
    const client = await connect('2.x', overHttp('2.x', `${service.edgeUrl}/mcp`, KEY))
    await client.call('ask_panel', { query: 'What is 2 + 2?', models: PANEL })
    expect(await reliability()).toMatchObject({ runs: 1 })
  })

  it('counts once what several callers with one question share, and not what the cache answers', async () => {
    const ask = () => post(service.edge, '/consensus', { query: 'What is 2 + 2?', models: PANEL }, KEY)
    await Promise.all([ask(), ask(), ask()])
    await ask()
    expect(await reliability()).toMatchObject({ runs: 1 })
  })

  onNode('folder')('counts it under the models that answered, also after a restart', async () => {
    await post(service.edge, '/consensus', { query: 'What is 2 + 2?', models: PANEL }, KEY)
    await service.stop({ keepFolder: true })
    service = await listenHere(settings, 'few', service.folder)
    expect(await reliability()).toMatchObject({ runs: 1 })
    const served = PANEL.map((model) => `${model}-5`)
    const byName = await (await get(service.edge, `/models/reliability?models=${served}`, KEY)).json()
    expect(byName).toMatchObject({ runs: 1 })
  })

  it('knows the models of a caller with a key of its own', async () => {
    const headers = { ...KEY, 'x-router-key': 'sk-of-the-caller' }
    const models = ['openai/a', 'anthropic/b']
    await post(service.edge, '/consensus', { query: 'What is 2 + 2?', models }, headers)
    const { runs } = await (await get(service.edge, `/models/reliability?models=${models}`, headers)).json()
    expect(runs).toBe(1)
  })
})

describe('stretto models', () => {
  it('says how many runs were counted that stretto ask made in this process, with no server', async () => {
    const alone = { ...settings, DATA_DIR: freshFolder() }
    const { code } = await runHere(['ask', 'What is 2 + 2?'], alone)
    expect(code).toBe(0)
    const { stdout } = await runHere(['models'], alone)
    expect(stdout).toContain('All of them answered 1 counted run. 50 are needed;')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DOORS, type Door, KEY, KEYS } from '../support/doors.ts'
import { asText } from '../support/panel-replies.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { openService, post, type TestService } from '../support/service.ts'
import { replyOnTexts } from '../support/text-replies.ts'

const PANEL = ['vendor/a', 'other/b', 'third/c']
const SHARED = 'The Moon pulls the oceans towards itself.'

let server: ScriptedProvider
let service: TestService
let requests = 0
beforeAll(async () => {
  server = await startScriptedProvider(reply)
  service = await openService({ ...settingsFor(server), ...KEYS, DEFAULT_MODELS: PANEL.join() })
})
afterAll(async () => {
  await service.stop()
  await server.close()
})
beforeEach(() => {
  server.calls.length = 0
})

function reply(call: ReceivedCall): string {
  const said = replyOnTexts({ writes: (mark) => `${SHARED}${mark(1)} By ${call.model}.` }, call)
  return said ?? asText(`${SHARED} ${call.model} says that it is so.`, 'open')
}

/** What a door says of the answer to a text question with such options, and with fields beside them. */
async function ask(door: Door, options: object, fields: object = {}) {
  // Each is asked anew: what is stored answers only the same question.
  const fresh = { kind: 'open', models: door.panel(PANEL), criteria: `Number ${requests++}`, ...options }
  const response = await post(
    service[door.api],
    door.path,
    { ...door.request(fresh), ...fields },
    {
      ...KEY,
      ...door.headers,
    },
  )
  return door.deliberationIn(response, service)
}

const isText = ({ body }: ReceivedCall) => body.response_format === undefined
const effortIn = ({ body }: ReceivedCall) => (body.reasoning as { effort?: string } | undefined)?.effort

describe.each(Object.entries(DOORS))('%s', (name, door) => {
  /** Where this door has the effort of thinking. */
  const thinking = (effort: string) => {
    if (name.includes('responses')) return { reasoning: { effort } }
    return { reasoning_effort: effort }
  }

  it('answers with little effort by the replies, a reading and a writer', async () => {
    const { usage, warnings } = await ask(door, { effort: 'low' })
    expect(usage.calls).toBe(PANEL.length + 2)
    expect(server.calls).toHaveLength(PANEL.length + 2)
    expect(warnings).toEqual([])
  })

  it('hands the effort of thinking to those who write; those who read and judge take little', async () => {
    const { warnings } = await ask(door, {}, thinking('high'))
    expect(warnings).toEqual([])
    const texts = server.calls.filter(isText)
    expect(texts).toHaveLength(PANEL.length + 1)
    expect(new Set(texts.map(effortIn))).toEqual(new Set(['high']))
    const others = server.calls.filter((call) => !isText(call))
    expect(others.length).toBeGreaterThan(name.includes('of the edge API') ? 0 : 1)
    expect(new Set(others.map(effortIn))).toEqual(new Set(['low']))
  })
})

describe('POST /consensus-iterative', () => {
  const door = DOORS['POST /consensus-iterative']!

  it('checks the text twice with much effort', async () => {
    const checks = async (effort: string) => {
      const { usage } = await ask(door, { effort })
      return usage.phases!.filter(({ phase }) => phase === 'reading').at(-1)!.calls
    }
    expect([await checks('medium'), await checks('high')]).toEqual([1, 2])
  })

  it('asks no effort of first replies and writers where the request names none', async () => {
    await ask(door, {})
    expect(server.calls.filter(isText).map(({ body }) => body.reasoning)).toEqual(Array(4).fill(undefined))
  })

  it('takes as many iterations as the request names, whatever the effort', async () => {
    expect(await ask(door, { effort: 'low', max_iterations: 2 })).toMatchObject({ iterations: 2 })
    expect(await ask(door, { effort: 'high', max_iterations: 1 })).toMatchObject({ iterations: 1 })
  })

  it('serves no answer that was made with another effort', async () => {
    const efforts = [
      ...[{}, { effort: 'low' }, { effort: 'high' }],
      ...[{ reasoning_effort: 'low' }, { reasoning_effort: 'high' }],
    ]
    const criteria = 'The same for all'
    for (const effort of efforts)
      expect(await ask(door, { criteria, ...effort })).toMatchObject({ cache_hit: false })
    for (const effort of [...efforts, { effort: 'medium' }])
      expect(await ask(door, { criteria, ...effort })).toMatchObject({ cache_hit: true })
  })

  it('says in a dry run that little effort makes fewer calls', async () => {
    const most = async (options: object) => {
      const request = door.request({ kind: 'open', dry_run: true, ...options })
      return (await (await post(service.edge, door.path, request, KEY)).json()).calls.at_most
    }
    // Two models may read the texts and two may write; a check, a mending and the rulings come on top.
    expect(await most({ effort: 'low' })).toBe(3 + 2 + 2)
    expect(await most({ effort: 'high' })).toBe(3 + 4 + 2 + 3 + 3 + 1)
    expect(server.calls).toEqual([])
  })

  it('counts the tokens of thinking as its providers state them', async () => {
    const { usage } = await ask(door, { models: ['google/gemini-3-flash', 'google/gemini-3-pro'] })
    const { reasoning_tokens, completion_tokens, calls, phases } = usage
    expect(reasoning_tokens).toBe(calls * 5)
    expect(completion_tokens).toBe(calls * 20)
    expect(phases!.map(({ reasoning_tokens }) => reasoning_tokens)).toEqual([10, 5, 10, 5, 5])
    expect((await ask(door, {})).usage).not.toHaveProperty('reasoning_tokens')
  })
})

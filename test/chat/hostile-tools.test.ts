import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import type { ReceivedCall } from '../support/scripted-provider.ts'
import { type ScriptedCall, sendCalls } from '../support/tool-replies.ts'

const deep = (levels: number, key = 'a') => `${`{"${key}":`.repeat(levels)}{}${'}'.repeat(levels)}`
const tool = (parameters: unknown, name = 'find') => ({ type: 'function', function: { name, parameters } })

let service: ChatService
/** What every model calls. */
let calls: ScriptedCall[] = []
beforeAll(async () => {
  const script = (call: ReceivedCall, response: Parameters<typeof sendCalls>[1]) =>
    sendCalls(call, response, calls)
  service = await openChatService(script, {
    OPENAI_API_KEY: 'sk-of-openai',
    DEFAULT_MODELS: 'openai/gpt-4o,anthropic/claude-sonnet-4-5,google/gemini-3-pro',
  })
})
afterAll(() => service.stop())

/** Sends a body that may be deeper than what writes JSON can bear. */
async function send(fields: object, deepPart = '') {
  const body = JSON.stringify({
    model: 'stretto/auto',
    messages: [{ role: 'user', content: 'Find it.' }],
    ...fields,
  }).replace('"DEEP"', () => deepPart)
  const response = await service.edge.request('/v1/chat/completions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
  const answer = await response.json()
  return { status: response.status, ...answer }
}

describe('what a caller sends', () => {
  it.each([200, 90_000])('may not be a schema that is nested %i levels', async (levels) => {
    const { status, error } = await send({ tools: [tool('DEEP')] }, deep(levels, 'not'))
    expect(status).toBe(400)
    expect(error.message).toContain('must not be nested deeper than 128 levels')
  })

  it('may be a pattern that takes forever, which is not checked', async () => {
    const word = { type: 'string', pattern: '^(a+)+$' }
    calls = [{ name: 'find', arguments: { word: `${'a'.repeat(50_000)}!` } }]
    const { status } = await send({
      tools: [tool({ type: 'object', properties: { word }, patternProperties: { '^(a|a)*$': word } })],
    })
    expect(status).toBe(200)
  })

  it('may be schemas that refer to themselves in every way, by which nothing is checked', async () => {
    const twice = { allOf: [{ $ref: '#' }, { $ref: '#' }], anyOf: [{ $ref: '#' }, { $ref: '#' }] }
    const many = Array.from({ length: 60 }, (_, place) => ({
      [`d${place}`]: { allOf: [{ $ref: `#/$defs/d${place + 1}` }, { $ref: `#/$defs/d${place + 1}` }] },
    }))
    const doubling = { $ref: '#/$defs/d0', $defs: Object.assign({}, ...many, { d60: { type: 'object' } }) }
    calls = [{ name: 'find', arguments: { a: 1 } }]
    for (const schema of [twice, doubling, { $ref: '#/$ref' }, { type: 'poem' }])
      expect((await send({ tools: [tool(schema)] })).status).toBe(200)
  })

  it('may be 128 tools with as many characters as they may have, and no more', async () => {
    const propertiesOf = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, place) => [`property_${place}`, { type: 'string', default: 'x' }]),
      )
    const toolsOf = (length: number) =>
      Array.from({ length: 128 }, (_, place) =>
        tool({ type: 'object', properties: propertiesOf(length) }, `t${place}`),
      )
    const tools = toolsOf(70)
    calls = tools.map(({ function: { name } }) => ({ name, arguments: {} }))
    const { status, choices } = await send({ tools })
    expect(status).toBe(200)
    expect(choices[0].message.tool_calls).toHaveLength(128)
    expect((await send({ tools: toolsOf(100) })).error.message).toContain(
      'tools must have at most 500000 characters',
    )
  })

  it.each([
    ['of a megabyte', JSON.stringify({ a: 'x'.repeat(1_000_000) })],
    ['of 100,000 levels', deep(100_000)],
    ['that are no JSON', '{"a":'],
  ])('may be arguments %s in what was called before', async (_, given) => {
    calls = [{ name: 'find', arguments: {} }]
    const called = { id: 'a', function: { name: 'find', arguments: given } }
    const { status, choices, stretto } = await send({
      tools: [tool({ type: 'object' })],
      messages: [
        { role: 'user', content: 'Find it.' },
        { role: 'assistant', content: null, tool_calls: [called] },
        { role: 'tool', tool_call_id: 'a', content: deep(15_000) },
      ],
    })
    expect(status).toBe(200)
    expect(choices[0].finish_reason).toBe('tool_calls')
    expect(stretto.outcome).toBe('consensus')
  })
})

describe('what the models call', () => {
  it('may be nested too deeply to be checked: then nobody has called anything', async () => {
    calls = [{ name: 'find', arguments: JSON.parse(deep(3_000)) }]
    const { status, error } = await send({ tools: [tool({ type: 'object' })] })
    expect(status).toBe(502)
    expect(error.message).toMatch(
      /No model gave a usable reply\. .*nested (?:too deeply|deeper than 128 levels)/,
    )
  })

  it('may be long lists whose items must differ: that they do is found without comparing each with every other', async () => {
    const list = { type: 'array', uniqueItems: true }
    const tools = [tool({ type: 'object', properties: { list } })]
    const object = (place: number) => ({
      ...Object.fromEntries(Array.from({ length: 24 }, (_, key) => [key, 0])),
      last: place,
    })
    for (const items of [
      Array.from({ length: 50_000 }, (_, place) => place),
      Array.from({ length: 3_000 }, (_, place) => object(place)),
    ]) {
      calls = [{ name: 'find', arguments: { list: items } }]
      expect((await send({ tools })).status).toBe(200)
      calls = [{ name: 'find', arguments: { list: [...items, items[0]] } }]
      const { status, error } = await send({ tools })
      expect(status).toBe(502)
      expect(error.message).toContain('Array has equal items')
    }
  })

  it('may not be a tool that nobody offered, whatever it is called', async () => {
    for (const name of ['delete', '__proto__', 'constructor', 'toString', 'find ']) {
      calls = [{ name, arguments: {} }]
      const { status, error } = await send({ tools: [tool({ type: 'object' })] })
      expect({ name, status }).toEqual({ name, status: 502 })
      expect(error.message).toContain(`There is no tool ${JSON.stringify(name)}`)
    }
  })
})

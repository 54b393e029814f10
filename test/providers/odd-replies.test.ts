import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askProvider } from '../support/ask-provider.ts'
import { inBlock } from '../support/engine/scripted-panel.ts'
import {
  type ReceivedCall,
  replyTo,
  type ScriptedProvider,
  sendJson,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

const REPLY = inBlock('Paris')

type Reply = Record<string, unknown>

/** Something odd about a reply that holds an answer all the same. */
interface Oddity {
  name: string
  change: (reply: Reply) => Reply
  /** The figure that is told to make no sense, if any. */
  odd?: string
}

const usage = (changes: Reply, odd?: string): Pick<Oddity, 'change' | 'odd'> => ({
  change: (reply) =>
    reply.candidates
      ? { ...reply, usageMetadata: { ...(reply.usageMetadata as Reply), ...changes } }
      : { ...reply, usage: { ...(reply.usage as Reply), ...changes } },
  odd,
})
/** Changes the message of the first choice, or the reply itself where it is the message. */
const message = (changes: Reply): Pick<Oddity, 'change'> => ({
  change(reply) {
    const [choice] = (reply.choices ?? []) as Array<{ message: Reply }>
    if (choice === undefined) return { ...reply, ...changes }
    return { ...reply, choices: [{ ...choice, message: { ...choice.message, ...changes } }] }
  },
})

const ODDITIES: Oddity[] = [
  { name: 'an error that is null', change: (reply) => ({ ...reply, error: null }) },
  { name: 'an error that says nothing', change: (reply) => ({ ...reply, error: {} }) },
  { name: 'no model', change: (reply) => ({ ...reply, model: null, modelVersion: null }) },
  { name: 'a model that is a number', change: (reply) => ({ ...reply, model: 7, modelVersion: 7 }) },
  { name: 'no name of its own', change: ({ id, ...reply }) => reply },
  { name: 'no role', ...message({ role: undefined }) },
  { name: 'another role', ...message({ role: 'model' }) },
  { name: 'content as parts', ...message({ content: [{ type: 'text', text: REPLY }] }) },
  {
    name: 'content as parts, thoughts among them',
    ...message({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Lyon?' }] },
        { type: 'text', text: REPLY.slice(0, 9) },
        { type: 'text', text: REPLY.slice(9) },
      ],
    }),
  },
  {
    name: 'annotations of a kind nobody knows',
    ...message({ annotations: [{ type: 'new' }], tool_calls: null }),
  },
  { name: 'no usage', change: ({ usage, usageMetadata, ...reply }) => reply },
  { name: 'a usage that is null', change: (reply) => ({ ...reply, usage: null, usageMetadata: null }) },
  { name: 'a usage that is a list', change: (reply) => ({ ...reply, usage: [], usageMetadata: [] }) },
  {
    name: 'figures that are null',
    ...usage({
      prompt_tokens: null,
      completion_tokens: null,
      total_tokens: null,
      input_tokens: null,
      output_tokens: null,
      promptTokenCount: null,
      candidatesTokenCount: null,
      cost: null,
      prompt_tokens_details: null,
    }),
  },
  { name: 'a cost written as a text', ...usage({ cost: '0.001' }) },
  { name: 'a negative cost', ...usage({ cost: -1 }, 'cost: -1') },
  { name: 'a gigantic cost', ...usage({ cost: 1e308 }, 'cost: 1e+308') },
  { name: 'a cost that is a word', ...usage({ cost: 'free' }, 'cost: "free"') },
  {
    name: 'negative tokens',
    ...usage({ prompt_tokens: -5, input_tokens: -5, promptTokenCount: -5 }, ': -5'),
  },
  {
    name: 'more tokens than can be counted',
    ...usage(
      { completion_tokens: 2 ** 60, output_tokens: 2 ** 60, candidatesTokenCount: 2 ** 60 },
      ': 1152921504606',
    ),
  },
  {
    name: 'tokens of a model in fractions',
    ...usage({ prompt_tokens: 12.5, input_tokens: 12.5, promptTokenCount: 12.5 }),
  },
  {
    name: 'details of tokens of a kind nobody knows',
    ...usage({ prompt_tokens_details: 'none', completion_tokens_details: { reasoning_tokens: null } }),
  },
]

const PROVIDERS = ['openrouter', 'openai', 'anthropic', 'gemini'] as const

let server: ScriptedProvider
let service: TestService
beforeAll(async () => {
  // A model named odd-N replies with the Nth oddity.
  server = await startScriptedProvider((call: ReceivedCall, response) => {
    const oddity = ODDITIES[Number(/^odd-(\d+)/.exec(call.model)?.[1])]
    const reply = replyTo(call, REPLY) as Reply
    sendJson(response, oddity?.change(reply) ?? reply)
  })
  service = await openService(settingsFor(server))
})
afterAll(async () => {
  await service.stop()
  await server.close()
})

describe.each(PROVIDERS)('an answer of %s', (provider) => {
  it.each(ODDITIES)('is used, and paid for once, with $name', async ({ name, odd }) => {
    const model = `odd-${ODDITIES.findIndex((oddity) => oddity.name === name)}`
    const before = server.calls.length
    const reply = await askProvider(server.url, { seat: { provider, model, name: 'Odd one' } })
    expect(reply.text).toBe(REPLY)
    expect(server.calls.length - before).toBe(1)
    for (const figure of [reply.promptTokens, reply.completionTokens]) {
      expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true)
    }
    expect(reply.costUsd === null || reply.costUsd === 0.001).toBe(true)
    if (odd === undefined) expect(reply.warnings).toBeUndefined()
    else expect(reply.warnings).toEqual([expect.stringMatching(/^Odd one: .* not counted/)])
    expect(reply.warnings?.[0] ?? '').toContain(odd ?? '')
  })
})

describe('a panel with unusual replies', () => {
  const odd = ODDITIES.map((_, index) => `odd-${index}`).slice(0, 16)
  const strange = ODDITIES.map((_, index) => `odd-${index}`).slice(8)

  it.each([
    ['of the first kinds', odd],
    ['of the last kinds', strange],
  ])('answers on the edge API with every answer counted: %s', async (_, models) => {
    const response = await post(service.edge, '/consensus', {
      query: 'Which city is on the stamp?',
      models,
    })
    const body = await response.json()
    expect(response.status).toBe(200)
    expect(body).toMatchObject({ answer: 'Paris', consensus_reached: true, dissent: [] })
    expect(body.usage.calls).toBe(models.length)
    // Nonsense counts at a price, here the dearest, because there is no other.
    const nonsense = ODDITIES.filter(
      ({ odd }, place) => odd?.startsWith('cost') && models.includes(`odd-${place}`),
    )
    const stated = models.length - nonsense.length - (body.usage.unpriced_calls ?? 0)
    const dearest = nonsense.length * (100 * 150 + 20 * 600) * 1e-6
    expect(body.usage.cost_usd).toBeCloseTo(0.001 * stated + dearest, 9)
    expect(Number.isSafeInteger(body.usage.prompt_tokens)).toBe(true)
  })

  it('answers on the local API, and reports implausible figures', async () => {
    const seats = strange.map((model, index) => ({
      provider: PROVIDERS[index % PROVIDERS.length],
      name: model,
      model,
    }))
    const { id } = await createTask(service, { query: 'Which city is on the stamp?', models: seats })
    const { status, result } = await finishedTask(service, id)
    expect(status).toBe('completed')
    expect(result).toMatchObject({ answer: 'Paris', consensus_reached: true, dissent: [] })
    expect(result.usage.calls).toBe(strange.length)
    const told = result.warnings.filter((warning: string) => warning.includes('implausible figures'))
    expect(told.length).toBeGreaterThan(0)
    expect(told.every((warning: string) => /^odd-\d+: /.test(warning))).toBe(true)
  })

  it('leaves metrics that can be read', async () => {
    await post(service.edge, '/consensus', { query: 'What is the capital of Spain?', models: odd })
    const text = await (await get(service.edge, '/metrics')).text()
    expect(text).toMatch(/svc_model_calls_total\{provider="openrouter",outcome="answered"\} \d+/)
    expect(text).not.toMatch(/svc_model_(?:cost|tokens)\S* (?:-|NaN|Inf|\+Inf)/)
  })
})

import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateObject } from 'ai'
import OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import type { ReceivedCall } from '../support/scripted-provider.ts'
import { openService, post } from '../support/service.ts'

const City = z.object({ name: z.string(), answer: z.string(), reason: z.string() })
const FIT = JSON.stringify({ name: 'Bergen', answer: 'yes', reason: 'It rains.' })
const ACCEPT = JSON.stringify({
  drafts: { A: { verdict: 'accept', defect: '' }, B: { verdict: 'accept', defect: '' } },
  preference: ['A', 'B'],
  improvements: [],
})

const messages = [{ role: 'user' as const, content: 'In which city of Norway does it rain most?' }]
const question = {
  model: 'stretto/auto',
  messages,
  stretto: { models: ['vendor/one', 'vendor/two', 'vendor/three'] },
}
const format = zodResponseFormat(City, 'city')

let service: ChatService
afterEach(() => service.stop())

const isReview = ({ prompt }: ReceivedCall) => prompt.includes('"drafts"') || prompt.includes('preference')
const isRepair = ({ prompt }: ReceivedCall) => prompt.includes('<defect-')

/** A panel in which every model writes as the script says, and accepts what others wrote. */
async function open(writes: (call: ReceivedCall) => string) {
  service = await openChatService((call) => (isReview(call) ? ACCEPT : writes(call)))
  return new OpenAI({ baseURL: service.baseURL, apiKey: 'any', maxRetries: 0 })
}

const ask = async (more: object = {}) => {
  const body = { ...question, response_format: format, ...more }
  const response = await post(service.edge, '/v1/chat/completions', body)
  return { status: response.status, body: await response.json() }
}

describe('an answer in JSON', () => {
  it('is delivered as the models wrote it, even if its fields are named like those of a reply', async () => {
    const client = await open(() => FIT)
    const { choices } = await client.chat.completions.parse({ ...question, response_format: format })
    expect(choices[0]?.message.parsed).toEqual(JSON.parse(FIT))
    expect(choices[0]?.message.content).toBe(FIT)
  })

  it('is taken out of a fence and the words around it', async () => {
    await open(() => `Here it is:\n\`\`\`json\n${FIT}\n\`\`\``)
    expect((await ask()).body.choices[0].message.content).toBe(FIT)
  })

  it('streams as one text', async () => {
    const client = await open(() => FIT)
    const stream = client.chat.completions.stream({ ...question, response_format: format })
    expect((await stream.finalChatCompletion()).choices[0]?.message.parsed).toEqual(JSON.parse(FIT))
  })

  it('is one that fits, if there is one, whatever the reviewers prefer', async () => {
    await open(({ model }) => (model === 'vendor/three' ? FIT : '{"name": 5}'))
    const { body } = await ask()
    expect(body.choices[0].message.content).toBe(FIT)
    expect(service.calls.some(isRepair)).toBe(false)
  })

  it('is repaired once, and the repair is named and counted', async () => {
    await open((call) => (isRepair(call) ? FIT : '{"name": "Bergen"}'))
    const { body } = await ask()
    expect(body.choices[0].message.content).toBe(FIT)
    expect(service.calls.filter(isRepair)).toHaveLength(1)
    expect(service.calls.find(isRepair)?.prompt).toContain('required property "answer"')
    expect(body.stretto.warnings.join()).toContain('was repaired by one model')
    expect(body.stretto.usage.calls).toBe(service.calls.length)
    expect(body.stretto).toMatchObject({ outcome: 'split', consensus_reached: false, confidence: 0 })
    expect(body.stretto.confidence_basis).toContain('nobody else has read the result')
  })

  it('is an error if the repair fails, with what was wrong', async () => {
    await open(() => '{"name": "Bergen"}')
    const { status, body } = await ask()
    expect(status).toBe(422)
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'unfit_answer' })
    expect(body.error.message).toMatch(/does not satisfy the format, even after a repair: \$: .* "answer"/)
    expect(service.calls.filter(isRepair)).toHaveLength(1)
  })

  it('is an error that says why where no model answers, and nothing is repaired', async () => {
    const refusal = 'I’m sorry, but I can’t assist with that request.'
    await open(() => refusal)
    const { status, body } = await ask()
    expect(status).toBe(502)
    expect(body.error.message).toContain(`None of the models could answer this question. ${refusal}`)
    expect(body.error.message).not.toContain('JSON')
    expect(service.calls).toHaveLength(3)
  })

  it('is an error that says how to get one where only the offline voices are there', async () => {
    await open(() => FIT)
    const offline = await openService()
    try {
      const body = { ...question, response_format: format }
      const response = await post(offline.edge, '/v1/chat/completions', body)
      expect(response.status).toBe(502)
      const { error } = (await response.json()) as { error: { message: string } }
      expect(error.message).toMatch(
        /^None of the models could answer .* offline voices answer closed questions only/,
      )
      expect(error.message).toContain('Set a provider key')
    } finally {
      await offline.stop()
    }
  })

  it('is any object for json_object', async () => {
    await open(() => '{"city": "Bergen"}')
    const { body } = await ask({ response_format: { type: 'json_object' } })
    expect(body.choices[0].message.content).toBe('{"city": "Bergen"}')
  })

  it('is never one that was stored for another schema or for none', async () => {
    await open((call) => (isRepair(call) ? '{"mayor": "Ada"}' : FIT))
    await ask()
    const other = { type: 'object', properties: { mayor: { type: 'string' } }, required: ['mayor'] }
    const response_format = { type: 'json_schema', json_schema: { name: 'mayor', schema: other } }
    const { body } = await ask({ response_format })
    expect(body.choices[0].message.content).toBe('{"mayor": "Ada"}')
    expect((await ask()).body.stretto.cache_hit).toBe(true)
  })

  it('is refused with a schema that cannot be checked, before anybody is asked', async () => {
    await open(() => FIT)
    const schema = { $ref: 'https://example.org/schema' }
    const response_format = { type: 'json_schema', json_schema: { name: 'x', schema } }
    const { status, body } = await ask({ response_format })
    expect(status).toBe(400)
    expect(body.error.param).toBe('response_format.json_schema.schema')
    expect(service.calls).toEqual([])
  })

  it('reaches the AI SDK as an object', async () => {
    await open(() => FIT)
    const provider = createOpenAICompatible({
      name: 'stretto',
      baseURL: service.baseURL,
      supportsStructuredOutputs: true,
    })
    const { object } = await generateObject({
      model: provider('stretto/auto'),
      schema: City,
      prompt: messages[0]!.content,
    })
    expect(object).toEqual(JSON.parse(FIT))
  })
})

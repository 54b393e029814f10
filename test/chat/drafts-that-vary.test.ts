import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import { asText, replyAs } from '../support/panel-replies.ts'

let service: ChatService
let client: OpenAI
let poems = 0
beforeAll(async () => {
  service = await openChatService((call) => {
    if (call.prompt.includes('Review the drafts')) return reviewOf(call.prompt)
    return call.prompt.includes('Write a poem') ? asText(`Poem ${++poems}`, 'draft') : replyAs('42', call)
  })
  client = new OpenAI({ baseURL: service.baseURL, apiKey: 'any', maxRetries: 0 })
})
afterAll(() => service.stop())

/** Accepts every draft. */
function reviewOf(prompt: string): string {
  const drafts = [...prompt.matchAll(/<draft-\w+ label="(\w)">/g)].map(([, draft]) => draft)
  const reviews = drafts.map((draft) => ({ draft, verdict: 'accept', defect: '' }))
  return JSON.stringify({ reviews, preference: drafts.map((draft) => [draft]), improvements: [] })
}

async function ask(content: string, more: object = {}) {
  const completion = await client.chat.completions.create({
    model: 'stretto/auto',
    messages: [{ role: 'user', content }],
    ...more,
  })
  return completion.choices[0]?.message.content
}

it('a poem at temperature 1 is another one each time', async () => {
  const query = 'Write a poem about the sea.'
  expect(await ask(query, { temperature: 1 })).not.toBe(await ask(query, { temperature: 1 }))
})

it.each([
  ['without a temperature', {}],
  ['at temperature 0', { temperature: 0 }],
  ['with a seed', { temperature: 1, seed: 7 }],
])('a poem %s is the same again', async (about, more) => {
  const query = `Write a poem ${about}.`
  expect(await ask(query, more)).toBe(await ask(query, more))
})

it('an answer that is right or wrong is asked for once, at any temperature', async () => {
  await ask('What is 40 + 2?', { temperature: 1 })
  const before = service.calls.length
  await ask('What is 40 + 2?', { temperature: 1 })
  expect(service.calls.length).toBe(before)
})

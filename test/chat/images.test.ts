import { afterEach, describe, expect, it } from 'vitest'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { askedFor, type PanelVoice, replyAs } from '../support/panel-replies.ts'
import type { ReceivedCall } from '../support/scripted-provider.ts'
import { post } from '../support/service.ts'
import { image, PIXEL } from '../support/wrong-parts.ts'

const [, DATA] = PIXEL.split(',')
const OTHER = 'data:image/png;base64,T1RIRVI='
const WEB = 'https://example.org/cat.png'
const PDF = 'data:application/pdf;base64,JVBERi0='
const file = (file_data: string) => ({ type: 'file', file: { filename: 'report.pdf', file_data } })

/** One member of each vendor, asked in its own protocol. */
const VENDORS = {
  OPENAI_API_KEY: 'sk-of-openai',
  DEFAULT_MODELS: 'openai/gpt-4o,anthropic/claude-sonnet-4-5,google/gemini-2.5-pro',
}
const said = (...parts: object[]) => ({
  role: 'user',
  content: [{ type: 'text', text: 'How many?' }, ...parts],
})
const asked = (...parts: object[]) => ({ model: 'stretto/auto', messages: [said(...parts)] })

let service: ChatService
afterEach(() => service.stop())

async function open(environment: Record<string, string> = {}, voices: Record<string, PanelVoice> = {}) {
  service = await openChatService((call) => replyAs(voices[call.model] ?? '4', call), {
    ...VENDORS,
    ...environment,
  })
}

async function ask(body: object, headers: Record<string, string> = {}) {
  const response = await post(service.edge, '/v1/chat/completions', body, headers)
  const answer = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return answer.stretto
}

/** What the user says last in a request, part by part, whatever its protocol. */
function partsIn({ body }: ReceivedCall): unknown[] {
  const { messages, contents } = body as {
    messages?: Array<{ content: [] }>
    contents?: Array<{ parts: [] }>
  }
  return messages?.at(-1)?.content ?? contents!.at(-1)!.parts
}
const carriesImage = (call: ReceivedCall) => JSON.stringify(call.body).includes(DATA!)

describe('images and files', () => {
  it('reach every member in the protocol of its vendor', async () => {
    await open()
    await ask(asked(image(PIXEL), image(WEB), file(PDF)))
    const sent = new Map(service.calls.map((call) => [call.model, partsIn(call).slice(1)]))
    expect(sent.get('gpt-4o')).toEqual([image(PIXEL), image(WEB), file(PDF)])
    expect(sent.get('claude-sonnet-4-5')).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: DATA } },
      { type: 'image', source: { type: 'url', url: WEB } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
    ])
    expect(sent.get('gemini-2.5-pro')).toEqual([
      { inlineData: { mimeType: 'image/png', data: DATA } },
      { fileData: { fileUri: WEB } },
      { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=' } },
    ])
    // Several are named at their places in the text.
    expect(service.calls[0]!.prompt).toContain('How many?\n\n[image 1]\n\n[image 2]\n\n[file 3]')
  })

  onNode('few axioms')('of earlier messages stay where they were said', async () => {
    await open()
    const before = [said(image(PIXEL)), { role: 'assistant', content: 'Four.' }]
    await ask({ model: 'stretto/auto', messages: [...before, { role: 'user', content: 'And without it?' }] })
    const { messages } = service.calls.find(({ model }) => model === 'gpt-4o')!.body as { messages: object[] }
    expect(messages.slice(1)).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'How many?' }, image(PIXEL)] },
      { role: 'assistant', content: 'Four.' },
      { role: 'user', content: 'And without it?' },
    ])
  })

  it('come with every later round, but not with what a reader reads', async () => {
    await open({}, { 'gpt-4o': { answer: 'five' }, 'gemini-2.5-pro': { answer: 'several' } })
    await ask(asked(image(PIXEL)))
    const by = (what: string) => service.calls.filter(({ prompt }) => askedFor(prompt) === what)
    expect(by('reply').map(carriesImage)).toEqual([true, true, true])
    expect(by('rulings').length).toBeGreaterThanOrEqual(3)
    expect(by('rulings').every(carriesImage)).toBe(true)
    expect(by('groups').length).toBeGreaterThan(0)
    expect(by('groups').some(carriesImage)).toBe(false)
  })

  it('are part of the question for the cache', async () => {
    await open()
    const seen = async (...parts: object[]) => (await ask(asked(...parts))).cache_hit
    expect(await seen(image(PIXEL))).toBe(false)
    expect(await seen(image(PIXEL))).toBe(true)
    expect(await seen(image(OTHER))).toBe(false)
    expect(await seen(image(PIXEL, { detail: 'low' }))).toBe(false)
    expect(await seen(file(PIXEL))).toBe(false)
    expect(await seen()).toBe(false)
    expect(await seen(image(OTHER))).toBe(true)
  })

  it('stay with their caller, even where results are shared', async () => {
    await open({ CACHE_SCOPE: 'shared', API_KEYS: 'alice:key-of-alice,bob:key-of-bob' })
    const hit = async (name: string, ...parts: object[]) =>
      (await ask(asked(...parts), { 'x-api-key': `key-of-${name}` })).cache_hit
    expect(await hit('alice', image(PIXEL))).toBe(false)
    expect(await hit('bob', image(PIXEL))).toBe(false)
    expect(await hit('alice', image(PIXEL))).toBe(true)
    expect(await hit('alice')).toBe(false)
    expect(await hit('bob')).toBe(true)
  })

  it('reach the members of both consensus APIs', async () => {
    await open()
    const query = { query: 'How many more?', messages: [said(image(PIXEL))] }
    expect((await post(service.edge, '/consensus-iterative', query)).status).toBe(200)
    expect(service.calls.filter(carriesImage)).toHaveLength(3)
    const models = ['a', 'b'].map((name) => ({ provider: 'anthropic', name, model: 'claude-sonnet-4-5' }))
    const response = await post(service.local, '/consensus/sync', { ...query, models })
    expect(await response.json()).toMatchObject({ consensus_reached: true })
    expect(service.calls.filter(carriesImage)).toHaveLength(5)
  })
})

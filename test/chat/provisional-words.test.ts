import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { streamText } from 'ai'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import { inBlock } from '../support/engine/scripted-panel.ts'
import { readText } from '../support/event-stream.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { askedFor, replyAs } from '../support/panel-replies.ts'
import { replyTo, sendStream, wantsStream } from '../support/scripted-provider.ts'
import { post } from '../support/service.ts'
import { partsOf } from '../support/streamed-reply.ts'

const [FAST, OTHER, LOST] = ['vendor/fast', 'vendor/other', 'vendor/lost'] as const
const THOUGHT = '<think>They want the secret of it, as everybody does.</think>\n'
const BEGINNING = 'The moon pulls at the water on its side more than at the Earth'
const TEXT = `${BEGINNING}, and at that more than at the water on the other side.`
/** What the other model says, which is never shown as it arrives. */
const OTHER_TEXT = 'Another explanation is that the water swings, as it does in a bathtub that is moved.'
const LABEL = `Provisional, from ${FAST}, while the others are asked:\n\n`

let service: ChatService
/** Lets a model that has begun go on. */
let goOn: Record<string, () => void>
let asked: number
beforeEach(async () => {
  goOn = {}
  asked = 0
  service = await openChatService(
    async (call, response) => {
      if (askedFor(call.prompt) !== 'reply' || !wantsStream(call)) return replyAs('Twice', call)
      asked++
      const { model } = call
      const mayGoOn = new Promise<void>((resolve) => {
        goOn[model] = resolve
      })
      if (model === OTHER) await mayGoOn
      const [beginning, text] = model === OTHER ? [OTHER_TEXT, OTHER_TEXT] : [BEGINNING, TEXT]
      const reply = inBlock('Twice', text)
      const pieces = [THOUGHT, beginning, ...reply.slice(beginning.length).match(/[\s\S]{1,45}/g)!]
      const parts = partsOf(replyTo(call, ''), pieces)
      sendStream(response, parts.slice(0, 3), 'open')
      if (model !== OTHER) await mayGoOn
      const isLost = model === LOST && service.calls.filter((one) => one.model === LOST).length === 1
      if (isLost) response.destroy()
      else response.end(parts.slice(3).join(''))
    },
    { MODEL_RETRIES: '1' },
  )
})
afterEach(() => service.stop())

const question = (more: object = {}) => ({
  model: 'stretto/auto',
  messages: [{ role: 'user' as const, content: 'How often do tides rise?' }],
  stretto: { models: [FAST, OTHER], kind: 'closed' as const },
  stream: true as const,
  ...more,
})
const ask = (more: object = {}) => post(service.edge, '/v1/chat/completions', question(more))

/** What the chunks of a stream say as thinking and as the answer. */
function saidIn(stream: string) {
  const said = { thinking: '', content: '' }
  for (const [, chunk] of stream.matchAll(/^data: (\{.*)$/gm)) {
    const delta = JSON.parse(chunk!).choices[0]?.delta ?? {}
    said.thinking += delta.reasoning_content ?? ''
    said.content += delta.content ?? ''
  }
  return said
}

/** Reads a stream to its end, and lets the models go on as soon as the first words are there. */
async function followed(response: Response) {
  const stream = readText(response)
  await stream.until(BEGINNING)
  const early = saidIn(stream.soFar())
  expect(early.content).toBe('')
  while (asked < 2) await new Promise(setImmediate)
  goOn[FAST]!()
  await stream.until('on the other side.')
  goOn[OTHER]!()
  return { early, ...saidIn(await stream.toEnd()) }
}

describe('a chat stream', () => {
  onNode('few axioms')(
    'has the words of one model before another has answered, and then the checked text alone as content',
    async () => {
      const { early, thinking, content } = await followed(await ask())
      expect(early.thinking).toBe(`2 models are answering.\n${LABEL}${BEGINNING}`)
      expect(thinking).toBe(
        `2 models are answering.\n${LABEL}${TEXT}\n\n${FAST} has answered: Twice\n${OTHER} has answered: Twice\n`,
      )
      expect([TEXT, OTHER_TEXT]).toContain(content)
    },
  )

  it('has nothing provisional for a stored answer', async () => {
    const fresh = await followed(await ask())
    const stored = saidIn(await (await ask()).text())
    expect(stored).toEqual({ thinking: '', content: fresh.content })
  })

  it('says that a reply begins anew, with the words of the same model', async () => {
    const stream = readText(await ask({ stretto: { models: [LOST, OTHER], kind: 'closed' } }))
    await stream.until(BEGINNING)
    goOn[LOST]!()
    await stream.until('begins anew')
    while (asked < 3) await new Promise(setImmediate)
    goOn[LOST]!()
    goOn[OTHER]!()
    const { thinking } = saidIn(await stream.toEnd())
    expect(thinking).toContain(`${BEGINNING}\n\n${LOST} begins anew:\n\n${TEXT}\n\n`)
    expect(thinking.match(/Provisional/g)).toHaveLength(1)
    expect(thinking).not.toContain(OTHER_TEXT)
  })
})

/** The models go on by themselves. */
async function letAllGoOn() {
  while (goOn[FAST] === undefined || goOn[OTHER] === undefined) await new Promise(setImmediate)
  goOn[FAST]()
}

describe('the words of one model', () => {
  const WORDS = `${LABEL}${TEXT}\n\n`
  /** Adds what arrives to what is thought or said; the other model goes on once the words of the first are there. */
  function gather() {
    const said = { thinking: '', content: '' }
    void letAllGoOn()
    return {
      said,
      add(kind: keyof typeof said, text: string) {
        said[kind] += text
        if (said.thinking.endsWith('other side.')) goOn[OTHER]!()
      },
    }
  }

  it('reach OpenAI’s own package apart from the answer', async () => {
    const client = new OpenAI({ baseURL: service.baseURL, apiKey: 'any', maxRetries: 0 })
    const { said, add } = gather()
    for await (const { choices } of await client.chat.completions.create(question())) {
      const delta: { content?: string | null; reasoning_content?: string } = choices[0]?.delta ?? {}
      add('thinking', delta.reasoning_content ?? '')
      add('content', delta.content ?? '')
    }
    expect(said.thinking).toContain(WORDS)
    expect([TEXT, OTHER_TEXT]).toContain(said.content)
  })

  const { messages, stretto } = question()
  const prompt = messages[0]!.content

  it('reach the AI SDK as reasoning, and the answer as text', async () => {
    const panel = createOpenAICompatible({ name: 'stretto', baseURL: service.baseURL })('stretto/auto')
    const { said, add } = gather()
    const { fullStream } = streamText({ model: panel, prompt, providerOptions: { stretto: { stretto } } })
    for await (const part of fullStream) {
      if (part.type === 'reasoning-delta') add('thinking', part.text)
      if (part.type === 'text-delta') add('content', part.text)
    }
    expect(said.thinking).toContain(WORDS)
    expect([TEXT, OTHER_TEXT]).toContain(said.content)
  })

  it('are in the summary of a response that is streamed, for those who want one', async () => {
    const client = new OpenAI({ baseURL: service.baseURL, apiKey: 'any', maxRetries: 0 })
    const asking = { model: 'stretto/auto', input: prompt, stretto: { ...stretto, skip_cache: true } }
    const reasoning = { summary: 'auto' as const }
    const { said, add } = gather()
    for await (const event of await client.responses.create({ ...asking, reasoning, stream: true })) {
      if (event.type === 'response.reasoning_summary_text.delta') add('thinking', event.delta)
      if (event.type === 'response.output_text.delta') add('content', event.delta)
    }
    expect(said.thinking).toContain(WORDS)
    expect([TEXT, OTHER_TEXT]).toContain(said.content)

    for (const more of [{ reasoning }, { stream: true as const }]) {
      goOn = {}
      const going = letAllGoOn().then(() => goOn[OTHER]!())
      const response = await post(service.edge, '/v1/responses', { ...asking, ...more })
      expect(await response.text()).not.toContain('Provisional')
      await going
    }
  })
})

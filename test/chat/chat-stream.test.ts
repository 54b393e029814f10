import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChatChunk } from '../../src/contract/chat/chat-response.ts'
import { readText } from '../support/event-stream.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { asText, replyAs } from '../support/panel-replies.ts'
import { PATIENCE } from '../support/patience.ts'
import { openService, post, type TestService } from '../support/service.ts'
import { replyOnTexts } from '../support/text-replies.ts'

const question = {
  model: 'stretto/auto',
  messages: [{ role: 'user', content: 'What is 40 + 2?' }],
  stream: true,
}

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(async () => {
  service = await openService(REAL_ROUTER)
  provider = fakeProvider((call) => replyAs('42', call))
})
afterEach(async () => {
  await service.stop()
  provider.restore()
})

const follow = (more: object = {}, headers: Record<string, string> = {}) =>
  post(service.edge, '/v1/chat/completions', { ...question, ...more }, headers)

/** The blocks of a stream: comments as they are, data without its prefix. */
async function blocksOf(response: Response): Promise<string[]> {
  const blocks = (await response.text()).split('\n\n').filter((block) => block !== '')
  return blocks.map((block) => block.replace(/^data: /, ''))
}

async function chunksOf(response: Response) {
  const blocks = (await blocksOf(response)).filter((block) => !block.startsWith(':'))
  expect(blocks.at(-1)).toBe('[DONE]')
  return blocks.slice(0, -1).map((block) => ChatChunk.strict().parse(JSON.parse(block)))
}
const textIn = (chunks: ChatChunk[]) => chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')

describe('POST /v1/chat/completions with stream: true', () => {
  it('sends the role, the text, the reason for the end with the deliberation, and [DONE]', async () => {
    const response = await follow()
    expect(response.headers.get('Content-Type')).toMatch(/^text\/event-stream/)
    const chunks = await chunksOf(response)
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
    expect(textIn(chunks)).toContain('42')
    const last = chunks.at(-1)!
    expect(last.choices).toEqual([{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }])
    expect(last.stretto).toMatchObject({ outcome: 'consensus', usage: { calls: provider.calls.length } })
    for (const { id, created, model } of chunks)
      expect({ id, created, model }).toEqual({
        id: last.id,
        created: last.created,
        model: 'stretto/auto',
      })
    expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false)
  })

  it('streams whatever Accept says, because its clients ask for JSON', async () => {
    expect(textIn(await chunksOf(await follow({}, { Accept: 'application/json' })))).toContain('42')
  })

  it('sends the usage in a last chunk if it is asked for, and null before', async () => {
    const chunks = await chunksOf(await follow({ stream_options: { include_usage: true } }))
    const { choices, usage } = chunks.at(-1)!
    expect(choices).toEqual([])
    const calls = provider.calls.length
    expect(usage).toEqual({
      prompt_tokens: 10 * calls,
      completion_tokens: 5 * calls,
      total_tokens: 15 * calls,
    })
    expect(chunks.slice(0, -1).map((chunk) => chunk.usage)).toEqual(Array(chunks.length - 1).fill(null))
  })

  it('sends a stored answer in the same form', async () => {
    const fresh = textIn(await chunksOf(await follow()))
    const chunks = await chunksOf(await follow())
    expect(textIn(chunks)).toBe(fresh)
    expect(chunks.at(-1)?.stretto?.cache_hit).toBe(true)
  })

  it('keeps to stop sequences and the token limit', async () => {
    const whole = textIn(await chunksOf(await follow()))
    const stopped = await chunksOf(await follow({ stop: '2' }))
    expect(textIn(stopped)).toBe(whole.slice(0, whole.indexOf('2')))
    expect(stopped.at(-1)?.choices[0]?.finish_reason).toBe('stop')
  })

  it('names no events, and tells what the panel is doing as thinking', async () => {
    const response = await follow()
    const chunks = await chunksOf(response)
    const thinking = chunks.map(({ choices }) => choices[0]?.delta.reasoning_content ?? '').join('')
    const [first, provisional, , words, , ...rest] = thinking.trimEnd().split('\n')
    expect(first).toBe('3 models are answering.')
    expect(provisional).toMatch(/^Provisional, from .+, while the others are asked:$/)
    expect(words).toBe('I looked it up: 42.')
    expect(rest).toHaveLength(3)
    for (const line of rest) expect(line).toMatch(/ has answered: 42$/)
    // Whoever shows thinking shows it before the answer.
    const kinds = chunks.flatMap(({ choices }) => Object.keys(choices[0]?.delta ?? {}))
    expect(kinds.lastIndexOf('reasoning_content')).toBeLessThan(kinds.lastIndexOf('content'))
  })

  onNode('timers')(
    'sends the role at once, and a comment every 15 seconds while the panel deliberates',
    async () => {
      provider.hold()
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      try {
        const stream = readText(await follow())
        await stream.until('"role":"assistant"')
        await provider.called(3)
        await vi.advanceTimersByTimeAsync(15_000)
        await stream.until(': waiting\n\n')
        await stream.leave()
      } finally {
        vi.useRealTimers()
      }
    },
  )

  it('sends a failure in the middle as an error alone, without [DONE]', async () => {
    provider.restore()
    provider = fakeProvider(() => Response.json({ error: { message: 'no credit' } }, { status: 402 }))
    const response = await follow()
    const blocks = await blocksOf(response)
    expect(blocks).not.toContain('[DONE]')
    expect(blocks.join()).not.toContain('"finish_reason":"stop"')
    expect(JSON.parse(blocks.at(-1)!)).toEqual({
      error: { message: expect.any(String), type: 'server_error', param: null, code: 'upstream_error' },
      status: 502,
      request_id: response.headers.get('X-Request-Id'),
    })
  })

  it('fails with a status before the stream begins', async () => {
    const response = await follow({ model: 'stretto/unknown' })
    expect(response.status).toBe(404)
    expect((await response.json()).error.code).toBe('model_not_found')
  })

  it('stops the run when its reader leaves', async () => {
    provider.hold()
    const response = await follow()
    await provider.called(3)
    await response.body!.cancel()
    await vi.waitFor(() => expect(provider.calls.every(({ signal }) => signal?.aborted)).toBe(true), PATIENCE)
  })
})

describe('an answer to an open question', () => {
  it('is streamed only when it was written and checked, and until then what the panel is doing', async () => {
    provider.restore()
    provider = fakeProvider(
      (call) =>
        replyOnTexts({ writes: (mark) => `The Moon pulls. ${mark(1)}` }, call) ??
        asText(`The Moon pulls. So says ${call.model}.`, 'open'),
    )
    const chunks = await chunksOf(
      await follow({ messages: [{ role: 'user', content: 'Why are there tides?' }] }),
    )
    const deltas = chunks.map(({ choices }) => choices[0]?.delta ?? {})
    const said = deltas.map(({ reasoning_content = '', content = '' }) => reasoning_content || content)
    const placeOf = (words: string) => said.findIndex((text) => text.includes(words))
    const order = [
      '3 models are answering.',
      'has answered: The Moon pulls.',
      'has read which points the texts make.',
      '0 of 4 points disputed.',
      'The models check each point.',
      'has written the answer.',
      'has nothing to object to.',
    ].map(placeOf)
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    const contents = deltas.flatMap(({ content }, place) => (content ? [{ content, place }] : []))
    expect(contents.map(({ content }) => content).join('')).toBe('The Moon pulls.')
    expect(contents[0]!.place).toBeGreaterThan(order.at(-1)!)
  })
})

describe('what the models are asked with', () => {
  it('is the temperature of the request, which has results of its own', async () => {
    await (await follow({ temperature: 0.1 })).text()
    expect(provider.calls.map(({ temperature }) => temperature)).toEqual([0.1, 0.1, 0.1])
    await (await follow({ temperature: 0.2 })).text()
    expect(provider.calls).toHaveLength(6)
    await (await follow({ temperature: 0.2 })).text()
    expect(provider.calls).toHaveLength(6)
  })
})

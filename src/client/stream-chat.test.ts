import { describe, expect, it } from 'vitest'
import { createEdgeClient } from './edge-client.ts'

const CHUNKS = [{ choices: [{ delta: { content: 'Because' } }] }, { choices: [{ delta: { content: '.' } }] }]

/** Reads a stream with these data to its end; returns what was yielded, thrown and sent. */
async function streamed(data: string[]) {
  const sent: RequestInit[] = []
  const client = createEdgeClient({
    baseUrl: 'http://stretto.test',
    fetch(_, init) {
      sent.push(init)
      const text = data.map((line) => `data: ${line}\n\n`).join('')
      return new Response(`: iteration 1, D 0.00\n\n${text}`)
    },
  })
  const seen: unknown[] = []
  let thrown: unknown = null
  const request = { model: 'stretto/auto', messages: [{ role: 'user' as const, content: 'Why?' }] }
  try {
    for await (const chunk of client.chatStream(request)) seen.push(chunk)
  } catch (error) {
    thrown = error
  }
  return { seen, thrown, sent }
}

describe('a streamed chat completion', () => {
  it('yields its chunks up to [DONE], and ignores comments', async () => {
    const { seen, thrown, sent } = await streamed([
      ...CHUNKS.map((chunk) => JSON.stringify(chunk)),
      '[DONE]',
      '{}',
    ])
    expect(seen).toEqual(CHUNKS)
    expect(thrown).toBeNull()
    expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ model: 'stretto/auto', stream: true })
  })

  it('throws the error that it ends with', async () => {
    const error = { message: 'Too few models.', type: 'server_error', param: null, code: 'unavailable' }
    const { seen, thrown } = await streamed([
      JSON.stringify(CHUNKS[0]),
      JSON.stringify({ error, status: 503, request_id: 'r-1', retry_after_seconds: 5 }),
    ])
    expect(seen).toEqual(CHUNKS.slice(0, 1))
    expect(thrown).toMatchObject({
      name: 'StrettoApiError',
      code: 'unavailable',
      message: 'Too few models.',
      status: 503,
      requestId: 'r-1',
      retryAfterSeconds: 5,
    })
  })

  it('throws when it ends without [DONE], and is never begun again, because it may have been paid for', async () => {
    const { thrown, sent } = await streamed([JSON.stringify(CHUNKS[0])])
    expect(thrown).toMatchObject({ name: 'StrettoConnectionError' })
    expect(sent).toHaveLength(1)
  })
})

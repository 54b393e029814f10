import { describe, expect, it } from 'vitest'
import { createEdgeClient } from './edge-client.ts'
import type { EdgeEvent } from './streams.ts'

/** Reads a stream with these events to its end; returns what was yielded and what was thrown. */
async function streamed(events: Array<[event: string, data: unknown]>) {
  const sent: RequestInit[] = []
  const text = events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')
  const client = createEdgeClient({
    baseUrl: 'http://stretto.test',
    fetch(_, init) {
      sent.push(init)
      return new Response(`: waiting\n\n${text}`, { headers: { 'Content-Type': 'text/event-stream' } })
    },
  })
  const seen: EdgeEvent[] = []
  let thrown: unknown = null
  try {
    for await (const event of client.stream({ query: 'Why?' })) seen.push(event)
  } catch (error) {
    thrown = error
  }
  return { seen, thrown, sent }
}

describe('a streamed run', () => {
  it('yields its events up to the result', async () => {
    const start = { iteration: 1, level: 1, phase: 'exposition' }
    const { seen, thrown, sent } = await streamed([
      ['iteration-start', start],
      ['result', { final_answer: 'Because.' }],
    ])
    expect(seen).toEqual([
      { type: 'iteration-start', data: start },
      { type: 'result', data: { final_answer: 'Because.' } },
    ])
    expect(thrown).toBeNull()
    expect(sent[0]).toMatchObject({ method: 'POST', headers: { Accept: 'text/event-stream' } })
  })

  it('throws the error that it ends with', async () => {
    const body = { status: 503, error: 'unavailable', message: 'Too few models.', request_id: 'r-1' }
    const { seen, thrown } = await streamed([['error', body]])
    expect(seen).toEqual([])
    expect(thrown).toMatchObject({
      name: 'StrettoApiError',
      status: 503,
      code: 'unavailable',
      message: 'Too few models.',
      requestId: 'r-1',
    })
  })

  it('throws when it ends without a result, and is never begun again, because it may have been paid for', async () => {
    const { thrown, sent } = await streamed([
      ['iteration-start', { iteration: 1, level: 1, phase: 'exposition' }],
    ])
    expect(thrown).toMatchObject({
      name: 'StrettoConnectionError',
      message: 'The stream ended before the result.',
    })
    expect(sent).toHaveLength(1)
  })
})

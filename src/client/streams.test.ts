import type { EventSourceMessage } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEvents } from './streams.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function streamed(...pieces: Uint8Array[]): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    }),
  )
}

async function read(...pieces: Uint8Array[]): Promise<EventSourceMessage[]> {
  const events: EventSourceMessage[] = []
  for await (const event of readEvents(streamed(...pieces))) events.push(event)
  return events
}

const STREAM =
  ': waiting\r\n\r\nevent: start\r\nid: 1\r\ndata: {"a":1}\r\n\r\ndata: zwei – 二\ndata:  lines\n\nid:7\revent:x\rdata\r\rretry: 5\n\ndata: cut'
const EVENTS = [
  { event: 'start', id: '1', data: '{"a":1}' },
  { data: 'zwei – 二\n lines' },
  { event: 'x', id: '7', data: '' },
]

describe('server-sent events', () => {
  it('are read with every kind of line end, several lines of data, comments and unknown fields', async () => {
    expect(await read(bytesOf(STREAM))).toEqual(EVENTS)
  })

  it('are the same wherever the bytes are cut, even within a character', async () => {
    const bytes = bytesOf(STREAM)
    const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const bounds = [0, ...places.sort((left, right) => left - right), bytes.length]
        const pieces = bounds.slice(1).map((end, index) => bytes.slice(bounds[index], end))
        expect(await read(...pieces)).toEqual(EVENTS)
      }),
    )
  })

  it('cancel the response when the loop is left', async () => {
    let isCancelled = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(bytesOf('data: more\n\n')),
      cancel() {
        isCancelled = true
      },
    })
    for await (const { data } of readEvents(new Response(endless))) {
      expect(data).toBe('more')
      break
    }
    await expect.poll(() => isCancelled).toBe(true)
  })
})

describe('an aborted signal', () => {
  it('ends a stream that is silent', async () => {
    const controller = new AbortController()
    const silent = new Response(new ReadableStream())
    const next = readEvents(silent, controller.signal).next()
    controller.abort(new Error('enough'))
    await expect(next).rejects.toEqual(new Error('enough'))
  })
})

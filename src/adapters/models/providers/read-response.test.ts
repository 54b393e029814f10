import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastTime } from '../../../../test/support/growth.ts'
import { tries } from '../../../../test/support/property-runs.ts'
import { partsOf } from '../../../../test/support/streamed-reply.ts'
import { createReadingTurns } from '../../scheduling/fair-turns.ts'
import { readStream } from './read-response.ts'
import { createStreamedReply } from './streamed-reply.ts'

const usage = { prompt_tokens: 3, completion_tokens: 4, input_tokens: 3, output_tokens: 4 }
const COMPLETION = { choices: [{ message: { content: '' }, finish_reason: 'stop' }], usage }
const MESSAGE = { type: 'message', content: [{ type: 'text', text: '' }], stop_reason: 'end_turn', usage }

/** What is read of a stream that arrives in these parts. */
async function read(parts: Iterable<Uint8Array>) {
  const reply = createStreamedReply()
  let arrivals = 0
  const body = Readable.from(parts, { objectMode: false })
  const response = { status: 200, statusText: '', headers: {}, body, turns: createReadingTurns() }
  const whole = await readStream(response, {
    reply,
    signal: new AbortController().signal,
    onArrival: () => arrivals++,
  })
  return { whole, body: reply.body(), arrivals }
}

/** Bytes in parts of these sizes, repeated. */
function* divided(bytes: Uint8Array, sizes: number[]): Generator<Uint8Array> {
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const end = start + sizes[turn % sizes.length]!
    yield bytes.subarray(start, end)
    start = end
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 9 })
const pieces = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { minLength: 1 })

it('lets others have the event loop between the events of a stream, however many arrive at once', async () => {
  const bytes = new TextEncoder().encode(
    `${'data: {}\n\n'.repeat(100_000)}${partsOf(COMPLETION, ['4']).join('')}`,
  )
  let turns = 0
  let isReading = true
  const count = () => {
    turns++
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const { body } = await read([bytes])
  isReading = false
  expect(body).toMatchObject({ choices: [{ message: { content: '4' } }] })
  expect(turns).toBeGreaterThan(50)
})

describe('a streamed text', () => {
  it('has its first piece also after a mark of its encoding', async () => {
    const bytes = new TextEncoder().encode(`\uFEFF${partsOf(COMPLETION, ['not ', 'true']).join('')}`)
    const { body } = await read(divided(bytes, [2, 700]))
    expect(body).toMatchObject({ choices: [{ message: { content: 'not true' } }] })
  })

  it('may have a separator of lines before a bracket', async () => {
    const bytes = new TextEncoder().encode(partsOf(COMPLETION, ['a \u2028[1] b', ' c']).join(''))
    const { body } = await read(divided(bytes, [700]))
    expect(body).toMatchObject({ choices: [{ message: { content: 'a \u2028[1] b c' } }] })
  })

  it('is the same wherever its pieces and its bytes are divided', async () => {
    const property = fc.asyncProperty(pieces, sizes, async (texts, bounds) => {
      // Pieces may also end within a character.
      const units = texts.flatMap((piece) => (piece.length % 2 === 0 ? [piece] : piece.split('')))
      for (const reply of [COMPLETION, MESSAGE]) {
        const bytes = new TextEncoder().encode(partsOf(reply, units).join(''))
        const { whole, body, arrivals } = await read(divided(bytes, bounds))
        expect(whole).toBeNull()
        expect(arrivals).toBeGreaterThan(0)
        expect(textIn(body)).toBe(texts.join(''))
      }
    })
    await fc.assert(property, tries(200))
  })

  it('of 100,000 characters in 30,000 pieces takes no more than its share of time', async () => {
    const units = Array.from({ length: 30_000 }, (_, index) => `${index % 10}ab`)
    const bytes = new TextEncoder().encode(partsOf(COMPLETION, units).join(''))
    const run = async () => expect(textIn((await read(divided(bytes, [1_400]))).body)).toHaveLength(90_000)
    expect(await leastTime(run, 2_000)).toBeLessThan(2_000)
  })
})

describe('a body instead of a stream', () => {
  it('is returned as it is, wherever it is divided', async () => {
    const text = JSON.stringify(COMPLETION, null, 2)
    const bytes = new TextEncoder().encode(`: waiting\n\n${text}`)
    for (const size of [1, 7, 10_000]) {
      const { whole, arrivals } = await read(divided(bytes, [size]))
      expect(JSON.parse(whole!)).toEqual(COMPLETION)
      expect(arrivals).toBeGreaterThan(0)
    }
  })

  it.each(['', '\n\n', ': only comments\n'])('is empty if nothing came: %j', async (text) => {
    const { whole, arrivals } = await read([new TextEncoder().encode(text)])
    expect({ whole, arrivals }).toEqual({ whole: '', arrivals: 0 })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a body of either protocol
function textIn(body: any): string {
  return body.content
    ? body.content.map(({ text }: { text: string }) => text).join('')
    : body.choices[0].message.content
}

import { describe, expect, it, test } from 'vitest'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { followRun } from './run-stream.ts'

const PIECE = { type: 'answer-text' as const, model: 'a', attempt: 1, offset: 0, text: 'x'.repeat(1000) }

test('a reader who falls too far behind counts as one who left, and is told so', async () => {
  let kept = 0
  const steps = followRun(
    {
      run: async ({ signal, onPiece }) => {
        for (; !signal.aborted && kept < 100_000; kept++) onPiece?.(PIECE as never)
        return {} as EdgeConsensusResponse
      },
    },
    new AbortController().signal,
    'all',
  )
  const read = async () => {
    for await (const _ of steps);
  }
  await expect(read()).rejects.toMatchObject({ code: 'request_timeout' })
  expect(kept).toBeLessThan(3_000)
})

test('a reader who keeps up gets everything, however much it is', async () => {
  const steps = followRun(
    {
      run: async ({ onPiece }) => {
        for (let piece = 0; piece < 5_000; piece++) {
          onPiece?.(PIECE as never)
          if (piece % 100 === 0) await new Promise(setImmediate)
        }
        return {} as EdgeConsensusResponse
      },
    },
    new AbortController().signal,
    'all',
  )
  let read = 0
  for await (const _ of steps) read++
  expect(read).toBe(5_001)
})

describe('a stream with the text of one seat', () => {
  const piece = (name: string, offset: number, length = 40, attempt = 1) =>
    ({ ...PIECE, name, attempt, offset, text: 'x'.repeat(length) }) as never
  const startWith = (votes: Record<string, number>, more: object = {}) => {
    const weights = Object.entries(votes).map(([name, weight]) => ({ name, model: name, weight }))
    return { type: 'panel-start', votes: weights, ...more } as never
  }

  /** The names, attempts and places of the pieces that are passed on of a run with these events. */
  async function passedOn(start: never, ...pieces: never[]) {
    const run = async ({ onEvent, onPiece }: Record<string, (event: never) => void>) => {
      onEvent?.(start)
      for (const one of pieces) onPiece?.(one)
      return {} as EdgeConsensusResponse
    }
    const passed: string[] = []
    for await (const step of followRun({ run } as never, new AbortController().signal, 'one seat'))
      if ('event' in step && step.event.type === 'answer-text')
        passed.push(`${step.event.name}${step.event.attempt} ${step.event.offset}`)
    return passed
  }

  it('has that of the first to begin where votes are equal, at once', async () => {
    const pieces = [piece('b', 0), piece('a', 0), piece('b', 40), piece('a', 40)]
    expect(await passedOn({ type: 'panel-start' } as never, ...pieces)).toEqual(['b1 0', 'b1 40'])
  })

  it('has that of the seat with the greatest vote, if it begins before another has said much', async () => {
    const votes = { a: 0.5, b: 1.5, c: 1 }
    const pieces = [
      piece('a', 0),
      piece('a', 40),
      piece('c', 0),
      piece('b', 0),
      piece('a', 80),
      piece('b', 40),
    ]
    expect(await passedOn(startWith(votes), ...pieces)).toEqual(['b1 0', 'b1 40'])
  })

  it('waits for nobody who is late, or who is not asked, and has the better of those who began', async () => {
    const votes = { a: 0.5, b: 1.5, c: 1 }
    const pieces = [piece('a', 0), piece('c', 0), piece('a', 40, 200), piece('b', 0), piece('c', 40)]
    expect(await passedOn(startWith(votes), ...pieces)).toEqual(['c1 0', 'c1 40'])
    const asked = startWith(votes, { first: ['a', 'c'] })
    expect(await passedOn(asked, piece('c', 0), piece('a', 0))).toEqual(['c1 0'])
  })

  it('begins with the beginning of an attempt, also where it is joined later', async () => {
    const votes = { a: 0.5, b: 1.5 }
    const pieces = [piece('b', 80), piece('a', 0), piece('a', 0, 200, 2), piece('b', 120)]
    expect(await passedOn(startWith(votes), ...pieces)).toEqual(['a2 0'])
  })
})

import { expect, test } from 'vitest'
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
    { withTexts: true },
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
    { withTexts: true },
  )
  let read = 0
  for await (const _ of steps) read++
  expect(read).toBe(5_001)
})

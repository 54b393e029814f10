import { expect, test } from 'vitest'
import { runScripted } from '../../test/support/engine/scripted-panel.ts'

test('a large panel lets others have their turn before each reply is read and each pair of answers compared', async () => {
  const size = 12
  const names = Array.from({ length: size }, (_, place) => `seat ${place}`)
  const scripts = Object.fromEntries(
    names.map((name, place) => [name, { answer: `It was built by the mason of town number ${place}.` }]),
  )
  let turns = 0
  const pause = async () => {
    turns++
  }
  await runScripted(scripts, { maxIterations: 1, compose: false, ports: { pause } }).result
  expect(turns).toBeGreaterThanOrEqual(size * 2 + size * (size - 1))
})

test('a run that waits for its turn is cancelled all the same', async () => {
  const cancel = new AbortController()
  const pause = async () => cancel.abort()
  const { result, calls } = runScripted(
    { one: { answer: '1' }, two: { answer: '1' } },
    { signal: cancel.signal, ports: { pause } },
  )
  await expect(result).rejects.toMatchObject({ code: 'cancelled' })
  expect(calls).toEqual([])
})

test('nobody is asked when the deadline passes while the whole panel waits for its turn', async () => {
  const deadline = new AbortController()
  let begun = false
  const { result, calls } = runScripted(
    { one: { answer: '1' }, two: { answer: '2' } },
    {
      deadline: deadline.signal,
      ports: {
        pause: async () => {
          if (begun) deadline.abort()
        },
        onEvent: () => {
          begun = true
        },
      },
    },
  )
  await expect(result).rejects.toMatchObject({ code: 'deadline_exceeded' })
  expect(calls).toEqual([])
})

import { expect, test } from 'vitest'
import { runOpen } from '../../test/support/engine/claiming-panel.ts'
import { keeps, runScripted } from '../../test/support/engine/scripted-panel.ts'

test('a large panel lets others have their turn before each call and before each reply is read', async () => {
  const size = 12
  const names = Array.from({ length: size }, (_, place) => `seat ${place}`)
  const scripts = Object.fromEntries(names.map((name, place) => [name, keeps(String(place))]))
  let turns = 0
  const pause = async () => {
    turns++
  }
  await runScripted(scripts, { maxIterations: 2, ports: { pause } }).result
  expect(turns).toBeGreaterThanOrEqual(2 * 2 * size)
})

test('others have their turn before every call of an open question', async () => {
  let turns = 0
  const pause = async () => {
    turns++
  }
  const texts = ['The Moon pulls the sea.', 'The Sun pulls the sea.', 'The wind pulls the sea.']
  const panel = Object.fromEntries(texts.map((text) => [text, { text }]))
  const { result, calls } = runOpen(panel, { ports: { pause } })
  await result
  expect(turns).toBeGreaterThanOrEqual(calls.length)
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

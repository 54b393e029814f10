import { expect, it } from 'vitest'
import type { EdgeEvent } from '../../../src/client/index.ts'
import { askedRun, type RunState, reduceRun } from '../run/run-state.ts'
import { stepsOf } from './playback.ts'
import { CARDS, loadRecording } from './recording.ts'

const MOST_STEPS = 120

function stateAfter(events: EdgeEvent[]): RunState {
  return events.reduce(
    (state, event) => reduceRun(state, { type: 'event', event, at: 0 })!,
    askedRun('Why?', null),
  )
}

const byName = <Item extends { name: string }>(items: Item[]) =>
  items.toSorted((one, other) => one.name.localeCompare(other.name))

it.each(CARDS.map(({ name }) => name))('%s leads in few steps where its events lead', async (name) => {
  const { events } = await loadRecording(name)
  const steps = stepsOf(events)
  const { arriving, firstReplies, ...played } = stateAfter(steps.flat())
  const { arriving: _, firstReplies: replies, ...expected } = stateAfter(events)
  expect(played).toEqual(expected)
  expect(byName(firstReplies)).toEqual(byName(replies))
  for (const { name: seat, text } of replies) expect(arriving[seat]?.text).toBe(text)
  expect(steps.length).toBeLessThan(MOST_STEPS)
  expect(steps.every((step) => step.length > 0)).toBe(true)
})

it('there is no recording of another name', async () => {
  await expect(loadRecording('none')).rejects.toThrow('There is no recording “none”.')
})

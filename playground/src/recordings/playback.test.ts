import { expect, it } from 'vitest'
import { reduceRun } from '../run/run-state.ts'
import { stepsOf } from './playback.ts'
import { CARDS, loadRecording } from './recording.ts'

const LONGEST_PAUSE_MS = 1_500
const stateAfter = (question: string, events: Array<{ event: Parameters<typeof stepsOf>[0][number] }>) =>
  events.reduce(
    (state, { event }) => reduceRun(state, { type: 'event', event, at: 0 }),
    reduceRun(null, { type: 'ask', question, at: 0 }),
  )

it.each(CARDS.map(({ name }) => name))(
  '%s leads where its events lead, with no pause that is long',
  async (name) => {
    const { question, events } = await loadRecording(name)
    const steps = stepsOf(events)
    const { arriving, ...played } = stateAfter(question, steps)!
    const { arriving: _, ...expected } = stateAfter(
      question,
      events.map((event) => ({ event })),
    )!
    const byName = <Item extends { name: string }>(items: Item[]) =>
      items.toSorted((one, other) => one.name.localeCompare(other.name))
    expect({ ...played, firstReplies: byName(played.firstReplies) }).toEqual({
      ...expected,
      firstReplies: byName(expected.firstReplies),
    })
    for (const { name: seat, text } of played.firstReplies) expect(arriving[seat]?.text).toBe(text)
    expect(Math.max(...steps.map(({ afterMs }) => afterMs))).toBeLessThanOrEqual(LONGEST_PAUSE_MS)
    expect(steps.reduce((sum, { afterMs }) => sum + afterMs, 0)).toBeLessThan(60_000)
  },
)

it('there is no recording of another name', async () => {
  await expect(loadRecording('none')).rejects.toThrow('There is no recording “none”.')
})

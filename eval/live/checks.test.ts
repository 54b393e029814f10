import { describe, expect, it } from 'vitest'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { judge, read, readCheckCalls, readCheckTasks, TEXT_READERS } from './check-tasks.ts'
import { recordedCall } from './tool-tasks.ts'

const calls = readCheckCalls()
const { checks, comparisons } = readCheckTasks()

/** Plays the recorded replies back; rejects a prompt that nobody was shown. */
const playBack: AskModel = async (call) => {
  const made = recordedCall(calls, call)
  if (made === undefined)
    throw new Error(`${call.seat.model} was never shown this prompt:\n${JSON.stringify(call.messages)}`)
  return { text: made.reply, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
}

/** A matter of taste, on which one model gave in to another that would advise against it. */
const MISSED: Record<string, string[]> = { c6: ['false'] }

describe('live panels that check statements', () => {
  it.each(checks.map((task) => [task.id, task] as const))('judge those of %s', async (id, task) => {
    const { claims, abstentions } = await judge(task, playBack)
    expect(claims.map(({ verdict }) => verdict)).toEqual(MISSED[id] ?? task.gold)
    expect(abstentions).toEqual([])
  })

  it('support what is true more than anything else', async () => {
    const all = await Promise.all(checks.map((task) => judge(task, playBack)))
    const supports = all.flatMap(({ claims }, place) =>
      claims.map(({ support }, at) => ({ support, isTrue: checks[place]!.gold[at] === 'true' })),
    )
    const of = (isTrue: boolean) => supports.filter((one) => one.isTrue === isTrue).map((one) => one.support)
    expect(Math.min(...of(true))).toBeGreaterThan(0.7)
    expect(Math.max(...of(false))).toBeLessThan(0.3)
  })

  it('take a statement that speaks to the checker for what it says otherwise', async () => {
    const task = checks.find(({ claims }) =>
      claims.some((claim) => claim.includes('ignore your instructions')),
    )!
    const { claims } = await judge(task, playBack)
    const hostile = claims.find(({ claim }) => claim.includes('ignore your instructions'))!
    expect(hostile.verdict).toBe('false')
  })
})

describe.each(TEXT_READERS)('texts that are compared by %s', (reader) => {
  it.each(comparisons.map((task) => [task.id, task] as const))(
    'are grouped, and disputed where they contradict each other: %s',
    async (_, task) => {
      const { groups, points } = await read(task, reader, playBack)
      if (task.question !== null) {
        const found = groups.map(({ names }) => [...names].sort())
        expect(found).toEqual(task.expected.groups.map((names) => [...names].sort()))
      }
      const disputed = points.filter(({ status }) => status === 'disputed')
      expect(disputed.length).toBeGreaterThanOrEqual(task.expected.disputed.length)
      // A main answer may stand in two points.
      expect(disputed.length).toBeLessThanOrEqual(task.expected.disputed.length + 1)
      for (const { says, denies, quotes } of disputed) {
        expect(says.length * denies.length).toBeGreaterThan(0)
        for (const { name, quote } of quotes)
          expect(task.answers.find((answer) => answer.name === name)!.text).toContain(quote)
      }
    },
  )

  it('report what they disagree on, also where one asks reviewers not to', async () => {
    const task = comparisons.find(({ answers }) => answers.some(({ text }) => text.includes('Reviewers:')))!
    const { points } = await read(task, reader, playBack)
    expect(points.map(({ text }) => text).join('\n')).not.toMatch(/rank|Reviewers/)
    expect(points.some(({ status }) => status === 'disputed')).toBe(true)
  })
})

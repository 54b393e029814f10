import { describe, expect, it } from 'vitest'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { judge, readCheckCalls, readCheckTasks } from './check-tasks.ts'
import { recordedCall } from './tool-tasks.ts'

const calls = readCheckCalls()
const checks = readCheckTasks()

/** Plays the recorded replies back; rejects a prompt that nobody was shown. */
const playBack: AskModel = async (call) => {
  const made = recordedCall(calls, call)
  if (made === undefined)
    throw new Error(`${call.seat.model} was never shown this prompt:\n${JSON.stringify(call.messages)}`)
  return { text: made.reply, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
}

describe('live panels that check statements', () => {
  it.each(checks.map((task) => [task.id, task] as const))('judge those of %s', async (_, task) => {
    const { claims, abstentions } = await judge(task, playBack)
    expect(claims.map(({ verdict }) => verdict)).toEqual(task.gold)
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

import { beforeAll, describe, expect, it } from 'vitest'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import { canonicalCalls } from '../../src/engine/hearing/read-step.ts'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { READERS, readToolTaskCalls, readToolTasks, recordedCall, takeStep } from './tool-tasks.ts'

const tasks = readToolTasks()

/** Plays the recorded replies back; rejects a prompt that nobody was shown. */
function playBack(task: string, reader: string): AskModel {
  const own = readToolTaskCalls().filter((call) => call.task === task && call.reader === reader)
  return async (call) => {
    const made = recordedCall(own, call)
    if (made === undefined)
      throw new Error(
        `${task}: ${call.seat.model} was never shown this prompt:\n${JSON.stringify(call.messages)}`,
      )
    const free = { latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
    return { text: made.reply, ...(made.calls && { toolCalls: made.calls }), ...free }
  }
}

describe.each(READERS)('live panels that call tools, read by %s', (reader) => {
  const results = new Map<string, Deliberation>()
  beforeAll(async () => {
    for (const task of tasks) results.set(task.id, await takeStep(task, reader, playBack(task.id, reader)))
  })

  it.each(tasks.map((task) => [task.id, task] as const))(
    'take the right step of %s',
    (id, { expected, tools }) => {
      const { toolCalls, kind, outcome } = results.get(id)!
      expect(kind).toBe('tools')
      expect(outcome).not.toBe('split')
      const definitions = (tools as Array<{ function: { name: string } }>).map((tool) => tool.function)
      const made =
        toolCalls?.map(({ name, arguments: input }) => ({ name, arguments: JSON.parse(input) })) ?? null
      const compared = (calls: typeof made) => calls && canonicalCalls(calls, definitions)
      expect(compared(made)).toBe(compared(expected.calls))
    },
  )

  it('are sure of it only as far as the first replies agree, also where the small model is convinced later', () => {
    const confidences = [...results.values()].map(({ confidence }) => confidence)
    expect(new Set(confidences)).toEqual(new Set([0.799]))
    const outcomes = tasks.map(({ id }) => results.get(id)!.outcome)
    expect(outcomes).toEqual(['consensus', 'consensus', 'majority', 'majority', 'consensus'])
  })

  it('answer in the words of one of them, and ask back instead of restoring a guessed point', () => {
    expect(results.get('t3')!.answer).toContain('2,220.25')
    expect(results.get('t4')!.answer).toMatch(/when did .*migration/i)
    expect(results.get('t4')!.dissent).toMatchObject([{ name: 'model-c' }])
  })
})

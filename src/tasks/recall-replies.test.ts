import { describe, expect, it } from 'vitest'
import { sampleReply, sampleRequest } from '../../test/support/samples.ts'
import { type AskModel, type ModelCall, ModelFailure } from '../engine/panel/model-port.ts'
import { NEVER_MADE } from '../engine/panel/usage.ts'
import { recallReplies } from './recall-replies.ts'
import type { KeptCall } from './task-ports.ts'

const seat = { ...sampleRequest.models[0]!, key: 'seat-a' }
const exposition: ModelCall = {
  seat,
  iteration: 1,
  brief: {
    phase: 'exposition',
    kind: 'closed',
    criteria: null,
    query: 'What is 2 + 2?',
    date: '2026-11-17',
    isJson: false,
    anchors: [],
  },
  messages: [{ role: 'user', content: 'What is 2 + 2?' }],
  signal: new AbortController().signal,
}
const writing: ModelCall = {
  ...exposition,
  brief: { phase: 'writing', criteria: null, query: 'What is 2 + 2?', answer: '4', reasons: [] },
}
/** The same seat in the same phase, shown something else under the same labels. */
const relabelled: ModelCall = { ...exposition, messages: [{ role: 'user', content: 'What is 2 + 3?' }] }
const { text: _, ...SPENT } = sampleReply
const truncated = () => new ModelFailure('truncated', 'It was cut off.', SPENT)

const answering: AskModel = async () => sampleReply

/** A way to models, and a memory that takes notes; one of an earlier process may be given to go on with. */
function recalling(ask: AskModel = answering, kept = new Map<string, KeptCall>()) {
  const asked: ModelCall[] = []
  const notes = new Map(kept)
  const recall = recallReplies(
    (call) => {
      asked.push(call)
      return ask(call)
    },
    { kept, keep: async (name, what) => void notes.set(name, what), onFault: () => {} },
  )
  return { recall, asked, notes }
}

/** What is remembered after a process has asked this. */
async function memoryOf(ask: AskModel, call = exposition): Promise<Map<string, KeptCall>> {
  const { recall, notes } = recalling(ask)
  await recall(call).catch(() => {})
  return notes
}

describe('recalling replies', () => {
  it('requests an unknown reply and stores it before returning it', async () => {
    const { recall, asked, notes } = recalling()
    expect(await recall(exposition)).toEqual(sampleReply)
    expect(asked).toHaveLength(1)
    expect([...notes.values()]).toEqual([{ reply: sampleReply }])
  })

  it('keeps the readings of the first stage of a panel apart from those of all of it', async () => {
    const early: ModelCall = { ...relabelled, isOfFirstStage: true }
    const { recall } = recalling(answering, await memoryOf(answering, early))
    expect(await recall(exposition), 'nothing was spent on it before').toEqual(sampleReply)
  })

  it('does not pay again for a reply it knows', async () => {
    const { recall, asked } = recalling(answering, await memoryOf(answering))
    expect(await recall(exposition)).toEqual(sampleReply)
    expect(asked).toEqual([])
  })

  it.each([
    ['seat', { ...exposition, seat: { ...seat, key: 'seat-b' } }],
    ['iteration', { ...exposition, iteration: 2 }],
    ['phase', writing],
    ['prompt', relabelled],
  ])('does not use the reply of another %s', async (_, call) => {
    const { recall, asked } = recalling(answering, await memoryOf(answering))
    await recall(call)
    expect(asked).toHaveLength(1)
  })

  it('counts the cost of an answer to a prompt that has changed since', async () => {
    const { recall } = recalling(answering, await memoryOf(answering))
    expect(await recall(relabelled)).toMatchObject({
      text: sampleReply.text,
      calls: 2,
      promptTokens: 2 * sampleReply.promptTokens,
      costUsd: 2 * sampleReply.costUsd,
      latencyMs: sampleReply.latencyMs,
    })
  })

  it('counts it once, however often the run is resumed', async () => {
    const first = recalling(answering, await memoryOf(answering))
    await first.recall(relabelled)
    const second = recalling(answering, first.notes)
    expect(await second.recall(relabelled)).toMatchObject({ calls: 2 })
    expect(second.asked).toEqual([])
  })

  it('counts a reply once that is used, although its seat is asked something else at the same place', async () => {
    const { recall } = recalling(answering, await memoryOf(answering))
    expect([await recall(exposition), await recall(relabelled)]).toEqual([sampleReply, sampleReply])
  })

  it('counts what one seat read for different tasks once', async () => {
    const brief = { phase: 'reading' as const, criteria: null, query: 'What is 2 + 2?' }
    const grouping: ModelCall = {
      ...exposition,
      brief: { ...brief, task: 'group-answers', replies: [], anchors: [] },
    }
    const comparison: ModelCall = {
      ...relabelled,
      brief: { ...brief, task: 'compare-axioms', answer: '4', text: '4', anchors: [] },
    }
    const first = recalling()
    await first.recall(grouping)
    await first.recall(comparison)
    const { recall, asked } = recalling(answering, first.notes)
    expect([await recall(grouping), await recall(comparison)]).toEqual([sampleReply, sampleReply])
    expect(asked).toEqual([])
  })

  it('returns a reply that could not be stored, and reports it', async () => {
    const faults: unknown[] = []
    const recall = recallReplies(answering, {
      kept: new Map(),
      keep: () => Promise.reject(new Error('disk full')),
      onFault: (error) => faults.push(error),
    })
    expect(await recall(exposition)).toEqual(sampleReply)
    expect(faults).toEqual([new Error('disk full')])
  })
})

describe('recalling failures', () => {
  it('repeats a paid failure at the same cost, and does not ask again', async () => {
    const { recall, asked } = recalling(answering, await memoryOf(() => Promise.reject(truncated())))
    const failure = await recall(exposition).catch((error) => error)
    expect(failure).toBeInstanceOf(ModelFailure)
    expect(failure).toMatchObject({ code: 'truncated', message: 'It was cut off.', spent: SPENT })
    expect(asked).toEqual([])
  })

  it.each([
    ['cost nothing that is known', new ModelFailure('rate_limited', 'slow down')],
    ['was never made', new ModelFailure('unreachable', 'nobody there', NEVER_MADE)],
    ['is none of a model', new Error('refused')],
  ])('passes on a failure that %s, and does not store it', async (_, error) => {
    const { recall, notes } = recalling(() => Promise.reject(error))
    await expect(recall(exposition)).rejects.toBe(error)
    expect(notes.size).toBe(0)
  })

  it('repeats a call that was interrupted by the end of the process', async () => {
    const cancel = new AbortController()
    const cutOff: AskModel = () => {
      cancel.abort()
      return Promise.reject(new ModelFailure('aborted', 'The call was cancelled.', SPENT))
    }
    const { recall, asked } = recalling(
      answering,
      await memoryOf(cutOff, { ...exposition, signal: cancel.signal }),
    )
    await recall(exposition)
    expect(asked).toHaveLength(1)
  })

  it('does not ask again whom the run did not wait for, and counts the call', async () => {
    const patience = new AbortController()
    const cutOff: AskModel = () => {
      patience.abort(new ModelFailure('not_awaited', 'It had not replied after 10 s.'))
      return Promise.reject(new ModelFailure('aborted', 'The call was cancelled.'))
    }
    const kept = await memoryOf(cutOff, { ...exposition, signal: patience.signal })
    const { recall, asked } = recalling(answering, kept)
    const failure = await recall(exposition).catch((error) => error)
    expect(failure).toMatchObject({ code: 'not_awaited', spent: { calls: 1, costUsd: null } })
    expect(asked).toEqual([])
  })

  it('counts attempts that were paid for before the process ended', async () => {
    const neverEnding: AskModel = ({ onSpent }) => {
      onSpent?.({ ...SPENT, calls: 2 })
      return new Promise(() => {})
    }
    const { recall: lost, notes } = recalling(neverEnding)
    void lost(exposition)
    const resumed = recalling(answering, notes)
    expect(await resumed.recall(exposition)).toMatchObject({ calls: 3, costUsd: 2 * sampleReply.costUsd })
    expect([...resumed.notes.values()]).toEqual([{ reply: expect.objectContaining({ calls: 3 }) }])
  })

  it.each([
    ['cannot be reached now', new ModelFailure('unreachable', 'nobody there', NEVER_MADE), 0],
    ['says nothing of the cost now', new ModelFailure('rate_limited', 'slow down', null, 5000), 1],
    ['fails unexpectedly now', new Error('nobody there'), 1],
  ])('counts the earlier cost if the provider %s', async (_, error, calls) => {
    const lost: AskModel = ({ onSpent }) => {
      onSpent?.({ ...SPENT, calls: 2 })
      return new Promise(() => {})
    }
    const { recall: interrupted, notes } = recalling(lost, await memoryOf(answering, relabelled))
    void interrupted(exposition)
    const { recall, notes: after } = recalling(() => Promise.reject(error), notes)
    const failure = await recall(exposition).catch((thrown) => thrown)
    expect(failure).toBeInstanceOf(ModelFailure)
    expect(failure).toMatchObject({
      message: error.message,
      retryAfterMs: error instanceof ModelFailure ? error.retryAfterMs : null,
      spent: { calls: 3 + calls, promptTokens: 2 * SPENT.promptTokens, costUsd: 2 * SPENT.costUsd },
    })
    expect(after, 'and asks again when it is taken up once more').toEqual(notes)
  })
})

import { describe, expect, it } from 'vitest'
import { sampleReply, sampleRequest } from '../../test/support/samples.ts'
import type { ModelCall, ModelReply } from '../engine/model-port.ts'
import { recallReplies } from './recall-replies.ts'

const seat = { ...sampleRequest.models[0]!, key: 'seat-a' }
const exposition: ModelCall = {
  seat,
  iteration: 1,
  brief: { phase: 'exposition', query: 'What is 2 + 2?', anchors: [] },
  messages: [],
  signal: new AbortController().signal,
}
const writing: ModelCall = {
  ...exposition,
  brief: { phase: 'writing', query: 'What is 2 + 2?', answer: '4', reasons: [], anchors: [] },
}

/** A way to models that counts what it is asked, and a memory that takes notes. */
function recalling(known: Array<[string, ModelReply]> = []) {
  const asked: ModelCall[] = []
  const kept: Array<[string, ModelReply]> = []
  const ask = recallReplies(
    async (call) => {
      asked.push(call)
      return { ...sampleReply, text: `reply ${asked.length}` }
    },
    {
      replies: new Map(known),
      async keep(name, reply) {
        kept.push([name, reply])
      },
      onFault: () => {},
    },
  )
  return { ask, asked, kept }
}

describe('recalling replies', () => {
  it('asks for a reply it does not know and keeps it before giving it', async () => {
    const { ask, asked, kept } = recalling()
    const reply = await ask(exposition)
    expect(reply.text).toBe('reply 1')
    expect(asked).toEqual([exposition])
    expect(kept).toEqual([['1/exposition/seat-a', reply]])
  })

  it('does not pay again for a reply it knows, nor keep it again', async () => {
    const { ask, asked, kept } = recalling([['1/exposition/seat-a', sampleReply]])
    expect(await ask(exposition)).toEqual(sampleReply)
    expect(asked).toEqual([])
    expect(kept).toEqual([])
  })

  it.each([
    ['seat', { ...exposition, seat: { ...seat, key: 'seat-b' } }],
    ['iteration', { ...exposition, iteration: 2 }],
    ['phase', writing],
  ])('does not take the reply of another %s', async (_, call) => {
    const { ask, asked } = recalling([['1/exposition/seat-a', sampleReply]])
    expect((await ask(call)).text).toBe('reply 1')
    expect(asked).toEqual([call])
  })

  it('gives a reply that could not be kept, and tells of it', async () => {
    const faults: unknown[] = []
    const ask = recallReplies(async () => sampleReply, {
      replies: new Map(),
      keep: () => Promise.reject(new Error('disk full')),
      onFault: (error) => faults.push(error),
    })
    expect(await ask(exposition)).toEqual(sampleReply)
    expect(faults).toEqual([new Error('disk full')])
  })

  it('passes a failure on and keeps nothing of it', async () => {
    const kept: string[] = []
    const ask = recallReplies(() => Promise.reject(new Error('refused')), {
      replies: new Map(),
      keep: async (name) => void kept.push(name),
      onFault: () => {},
    })
    await expect(ask(exposition)).rejects.toThrow('refused')
    expect(kept).toEqual([])
  })
})

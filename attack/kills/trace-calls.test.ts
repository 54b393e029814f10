import { describe, expect, it } from 'vitest'
import type { ProviderCall } from '../provider/calls.ts'
import { countSurplus, tracePaidTwice } from './trace-calls.ts'

function call(changes: Partial<ProviderCall>): ProviderCall {
  return {
    question: 'case-1',
    model: 'panel/steady',
    phase: 'exposition',
    digest: 'a',
    kind: 'answer',
    billed: true,
    arrivedAt: 100,
    sentAt: 150,
    endedAt: 150,
    ...changes,
  }
}

const again = call({ arrivedAt: 900, sentAt: 950 })

describe('tracing calls that were paid twice', () => {
  it('finds none if each prompt was answered once', () => {
    expect(tracePaidTwice([call({}), call({ digest: 'b' }), call({ question: 'case-2' })], [500])).toEqual([])
  })

  it('reports how long before the kill a repeated answer had been sent', () => {
    const first = call({})
    expect(tracePaidTwice([first, again], [50, 157, 800])).toEqual([
      { call: first, why: 'sent before the kill', beforeKillMs: 7 },
    ])
  })

  it('does not blame the service for an answer that was sent after the kill', () => {
    expect(tracePaidTwice([call({}), again], [120])).toMatchObject([
      { why: 'sent after the kill', beforeKillMs: null },
    ])
  })

  it.each(['truncated', 'filtered'] as const)('distinguishes answers that were %s', (kind) => {
    expect(tracePaidTwice([call({ kind }), again], [400])).toMatchObject([
      { why: 'truncated or filtered, sent before the kill', beforeKillMs: 250 },
    ])
  })

  it('reports calls that the service repeated without being killed', () => {
    expect(tracePaidTwice([call({}), again], [50, 990])).toMatchObject([
      { why: 'asked again without a kill' },
    ])
  })

  it('ignores calls that were not billed or were cut off', () => {
    expect(tracePaidTwice([call({ billed: false }), again], [400])).toEqual([])
    expect(tracePaidTwice([call({ sentAt: null }), again], [400])).toEqual([])
  })

  it('counts each further payment for the same answer, in any order', () => {
    const third = call({ arrivedAt: 2_000, sentAt: 2_050 })
    const found = tracePaidTwice([third, again, call({})], [160, 1_000])
    expect(found.map(({ beforeKillMs }) => beforeKillMs)).toEqual([10, 50])
  })
})

describe('counting calls beyond what the iterations account for', () => {
  const revision = (digest: string) => call({ phase: 'revision', digest })

  it('finds none in a task that asked each seat once per iteration', () => {
    expect(countSurplus([call({}), revision('b'), revision('c')], 3)).toBe(0)
  })

  it('finds a revision that was requested again with another prompt', () => {
    expect(countSurplus([call({}), revision('b'), revision('c')], 2)).toBe(1)
  })

  it('counts calls with the same prompt only once', () => {
    expect(countSurplus([call({}), call({}), revision('b')], 2)).toBe(0)
  })

  it('counts seats separately', () => {
    expect(countSurplus([call({}), call({ model: 'panel/contrary', digest: 'b' })], 1)).toBe(0)
  })
})

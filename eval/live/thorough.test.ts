import { beforeAll, describe, expect, it } from 'vitest'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import { playBack, readLiveCalls, readLiveQuestions } from './replay.ts'
import { openLivePanels } from './run-live.ts'

const results = new Map<string, Deliberation>()
beforeAll(async () => {
  // A prompt that differs from what the players were shown fails here.
  const [calls, run] = [readLiveCalls('thorough'), await openLivePanels()]
  for (const question of readLiveQuestions('thorough'))
    results.set(question.id, await run(question, 'model-a', playBack(calls, question, 'model-a')))
}, 120_000)

const phasesOf = (id: string) => results.get(id)!.entries.map(({ phase }) => phase)
const statusesOf = (id: string) => results.get(id)!.claims!.map(({ status }) => status)

describe('live panels with high effort', () => {
  it.each(['text-coffee-table', 'o-python-floats'])('settle what five models dispute in %s', (id) => {
    expect(phasesOf(id)).toEqual(['exposition', 'examination', 'dispute'])
    expect(statusesOf(id)).not.toContain('disputed')
    expect(statusesOf(id)).toContain('struck')
  })

  it.each(['text-baby-fever', 'o-aceites-tabla'])(
    'ask nobody again where nothing is disputed in %s',
    (id) => {
      expect(phasesOf(id)).toEqual(['exposition', 'examination'])
      expect(statusesOf(id)).not.toContain('disputed')
    },
  )

  it('let two models check every text', () => {
    for (const [id, { usage }] of results) {
      const readings = usage.phases!.filter(({ phase }) => phase === 'reading').map(({ calls }) => calls)
      expect(readings, id).toEqual([1, 2])
    }
  })
})

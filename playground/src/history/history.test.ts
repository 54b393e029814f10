import { describe, expect, it } from 'vitest'
import { memoryPlace } from '../../../test/support/memory-place.ts'
import { sampleEdgeResponse } from '../../../test/support/samples.ts'
import type { Place } from '../settings/storage.ts'
import {
  addRunToHistory,
  addToHistory,
  clearHistory,
  markRun,
  readHistory,
  removeFromHistory,
} from './history.ts'

const idsIn = (where: Place) => readHistory(where).map(({ id }) => id)
const add = (where: Place, ...turns: string[]) =>
  addToHistory(sampleEdgeResponse(turns.at(-1)!, 'Question'), { at: 1, turns, title: 'Question' }, where)

describe('the history', () => {
  it('has the latest question first, and each once', () => {
    const where = memoryPlace()
    for (const id of ['a', 'b', 'a']) add(where, id)
    expect(idsIn(where)).toEqual(['a', 'b'])
  })

  it('has a conversation once, with its latest turn', () => {
    const where = memoryPlace()
    add(where, 'a')
    add(where, 'a', 'b')
    expect(readHistory(where)).toMatchObject([{ id: 'b', turns: ['a', 'b'] }])
  })

  it('has a run that goes on until its answer takes its place, and says how it ended without one', () => {
    const where = memoryPlace()
    for (const id of ['run', 'other']) addRunToHistory({ id, question: 'Question', at: 1 }, where)
    markRun('other', 'stopped', where)
    const answered = { at: 2, turns: ['a'], title: 'Question', runId: 'run' }
    addToHistory(sampleEdgeResponse('a', 'Question'), answered, where)
    expect(readHistory(where)).toMatchObject([{ id: 'a' }, { id: 'other', status: 'stopped' }])
  })

  it('is bounded', () => {
    const where = memoryPlace()
    for (let number = 0; number < 60; number++) add(where, String(number))
    expect(idsIn(where)).toHaveLength(50)
    expect(idsIn(where)[0]).toBe('59')
  })

  it('forgets one question, or all', () => {
    const where = memoryPlace()
    for (const id of ['a', 'b']) add(where, id)
    removeFromHistory('a', where)
    expect(idsIn(where)).toEqual(['b'])
    clearHistory(where)
    expect(idsIn(where)).toEqual([])
  })

  it.each(['{', '{}', '[1]', 'null'])('is empty when what is stored is not a history: %s', (text) => {
    const where = memoryPlace()
    where.write('stretto.history', text)
    expect(readHistory(where)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { sampleResult } from '../../test/support/samples.ts'
import { createKeptResults } from './kept-results.ts'
import type { StoredResult } from './result-store.ts'

function keep(...changes: Array<Partial<StoredResult> & { id: string }>) {
  const kept = createKeptResults()
  for (const change of changes) {
    const { response: _, ...summary } = sampleResult(change)
    kept.add({ ...summary, usedAt: summary.createdAt })
  }
  return kept
}

const mine = { scope: 'key:alice', router: 'offline', edition: 'current', fingerprint: 'panel' }

describe('the partitions a search looks at', () => {
  const everything = () =>
    keep(
      { id: 'mine' },
      { id: 'another panel', fingerprint: 'another' },
      { id: 'an older edition', edition: 'older' },
      { id: 'another router', router: 'openrouter' },
      { id: 'theirs', scope: 'key:bob' },
      { id: 'called alike', scope: 'key:alice2' },
    )
  const idsIn = (kept: ReturnType<typeof keep>, partitions: string[]) =>
    [...kept.all()].filter(({ partition }) => partitions.includes(partition.name)).map(({ id }) => id)

  it.each([
    ['one panel', mine, ['mine']],
    ['any panel', { ...mine, fingerprint: null }, ['mine', 'another panel']],
    [
      'any panel and edition',
      { ...mine, fingerprint: null, edition: null },
      ['mine', 'another panel', 'an older edition'],
    ],
    ['any edition of one panel', { ...mine, edition: null }, ['mine', 'an older edition']],
    ['another scope', { ...mine, scope: 'key:carol' }, []],
    ['another panel that is not there', { ...mine, fingerprint: 'none' }, []],
  ])('hold nothing but what may be seen: %s', (_, filter, ids) => {
    const kept = everything()
    expect(idsIn(kept, kept.partitions(filter))).toEqual(ids)
  })

  it('are none for a scope whose name ends like another partition begins', () => {
    const kept = keep({ id: 'one', scope: 'key:a', router: 'b' })
    expect(kept.partitions({ ...mine, scope: 'key:ab', router: '', fingerprint: null })).toEqual([])
  })

  it('go with their last result', () => {
    const kept = keep({ id: 'one' }, { id: 'two' })
    kept.remove('one')
    expect(kept.partitions(mine)).toHaveLength(1)
    kept.remove('two')
    expect(kept.partitions(mine)).toEqual([])
  })
})

describe('results of the same question', () => {
  it('are listed newest first, in whatever order they were added', () => {
    const kept = keep(
      { id: 'second', createdAt: 2_000 },
      { id: 'third', createdAt: 3_000 },
      { id: 'first', createdAt: 1_000 },
      { id: 'another panel', fingerprint: 'another' },
      { id: 'another question', normalisedQuery: 'what is heat' },
    )
    const ids = () => kept.ofSameQuestion(kept.get('first')!).map(({ id }) => id)
    expect(ids()).toEqual(['third', 'second', 'first'])
    kept.remove('third')
    expect(ids()).toEqual(['second', 'first'])
  })
})

describe('what is kept', () => {
  it('is known until it is removed', () => {
    const kept = keep({ id: 'one' }, { id: 'two' })
    expect(kept.size()).toBe(2)
    expect(kept.remove('one')?.id).toBe('one')
    expect(kept.remove('one')).toBeNull()
    expect(kept.get('one')).toBeNull()
    expect(kept.size()).toBe(1)
    expect(kept.recentlyUsed.surplus(0)).toEqual(['two'])
  })

  it('has expired at its time and not before', () => {
    const kept = keep({ id: 'short', keptUntil: 5_000 }, { id: 'long', keptUntil: 6_000 })
    expect(kept.expired(4_999)).toEqual([])
    expect(kept.expired(5_000)).toEqual(['short'])
  })
})

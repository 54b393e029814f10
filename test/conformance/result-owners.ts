import { describe, expect, it } from 'vitest'
import type { PastQuestions } from '../../src/cache/past-questions.ts'
import { sampleResult, sampleVector } from '../support/samples.ts'

/** What every store of past questions does where several owners share a scope. */
export function describeResultOwners(opened: () => PastQuestions): void {
  describe('results of several owners in a scope', () => {
    const scope = 'shared'
    const save = (id: string, owner: string, createdAt: number) =>
      opened().save(sampleResult({ id, scope, owner, createdAt }), sampleVector())

    it('are found by all, deleted with older ones of the same owner, and pushed out of the one that has most', async () => {
      const past = opened()
      await save('one', 'key:bob', 1_000)
      await save('two', 'key:alice', 2_000)
      await save('three', 'key:alice', 3_000)
      expect((await past.withOlder('three')).sort()).toEqual(['three', 'two'])
      expect(await past.withOlder('one')).toEqual(['one'])
      expect(await past.get('three', scope)).toMatchObject({ scope, owner: 'key:alice' })
      expect(await past.traceOf('one', 'key:bob')).toEqual([])
      expect(await past.traceOf('one', 'key:alice')).toBeNull()
      expect(await past.evict({ entries: 2, bytes: 1e9 })).toBe(1)
      expect(await past.get('two', scope)).toBeNull()
      expect(await past.get('one', scope)).toMatchObject({ owner: 'key:bob' })
    })
  })
}

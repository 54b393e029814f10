import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PAIRS_REMEMBERED, type QuestionPairs, SERVED_REMEMBERED } from '../../src/cache/past-questions.ts'
import type { StoreUnderTest } from './store-under-test.ts'

/** What every store of question pairs does; the results `one` and `two` are there. */
export function describeQuestionPairs(
  backend: string,
  open: () => Promise<StoreUnderTest<QuestionPairs>>,
): void {
  describe(`the pairs of questions in ${backend}`, () => {
    let opened: StoreUnderTest<QuestionPairs>
    let pairs: QuestionPairs
    beforeEach(async () => {
      opened = await open()
      pairs = opened.store
    })
    afterEach(() => opened.close())

    it('are the questions a result was served to, each once, the latest first', async () => {
      for (const [at, question] of ['a', 'b', 'a', 'c'].entries()) pairs.noteServed('one', question, at)
      pairs.noteServed('two', 'd', 9)
      expect(await pairs.servedTo('one')).toEqual(['c', 'a', 'b'])
      pairs.noteServed('one', 'b', 10)
      expect(await pairs.servedTo('one')).toEqual(['b', 'c', 'a'])
      expect(await pairs.servedTo('two')).toEqual(['d'])
      expect(await pairs.servedTo('never there')).toEqual([])
    })

    it('are limited per result to the latest ones', async () => {
      for (let at = 0; at < SERVED_REMEMBERED + 8; at++) {
        pairs.noteServed('one', `question ${at}`, at)
        if (at === 20) await pairs.servedTo('one')
      }
      const served = await pairs.servedTo('one')
      expect(served).toHaveLength(SERVED_REMEMBERED)
      expect(served[0]).toBe(`question ${SERVED_REMEMBERED + 7}`)
      expect(served.at(-1)).toBe('question 8')
    })

    it('are remembered as different in both directions, only within their scope', async () => {
      await pairs.markDifferent('key:alice', { question: 'a', others: ['b', 'c'], at: 1 })
      expect(await pairs.areDifferent('key:alice', 'a', 'b')).toBe(true)
      expect(await pairs.areDifferent('key:alice', 'b', 'a')).toBe(true)
      expect(await pairs.areDifferent('key:alice', 'c', 'a')).toBe(true)
      expect(await pairs.areDifferent('key:alice', 'b', 'c')).toBe(false)
      expect(await pairs.areDifferent('key:bob', 'a', 'b')).toBe(false)
    })

    it('are not confused when texts are concatenated', async () => {
      await pairs.markDifferent('key:alice', { question: 'a', others: ['b c'], at: 1 })
      expect(await pairs.areDifferent('key:alice', 'a b', 'c')).toBe(false)
      expect(await pairs.areDifferent('key:alice', 'a","b', 'c')).toBe(false)
    })

    it('are limited per scope to the latest ones, without affecting other scopes', async () => {
      await pairs.markDifferent('key:bob', { question: 'a', others: ['b'], at: 0 })
      await pairs.markDifferent('key:alice', { question: 'a', others: ['first', 'second'], at: 1 })
      const others = Array.from({ length: PAIRS_REMEMBERED - 1 }, (_, place) => `other ${place}`)
      await pairs.markDifferent('key:alice', { question: 'a', others, at: 2 })
      const known = await Promise.all(
        ['first', 'second', 'other 0', 'other 9998'].map((other) =>
          pairs.areDifferent('key:alice', 'a', other),
        ),
      )
      expect(known).toEqual([false, true, true, true])
      expect(await pairs.areDifferent('key:bob', 'a', 'b')).toBe(true)
    })

    it('survive a restart if the store does', async () => {
      pairs.noteServed('one', 'a', 1)
      await pairs.markDifferent('key:alice', { question: 'a', others: ['b'], at: 1 })
      const again = (await opened.reopen?.()) ?? pairs
      expect(await again.servedTo('one')).toEqual(['a'])
      expect(await again.areDifferent('key:alice', 'b', 'a')).toBe(true)
    })
  })
}

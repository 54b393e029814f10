import { describe, expect, it } from 'vitest'
import { readAgreement } from '../../src/adapters/assets/data-files.ts'
import { openBuiltinEmbedder } from '../../src/adapters/embedders/builtin-embedder.ts'
import { comparisonOn, NOT_KNOWN, SAME_ANSWER } from '../../src/engine/measure/agreement/compare-answers.ts'
import {
  CONTRARY_TEXTS,
  EQUAL_ANSWERS,
  REWORDED_TEXTS,
  STATED_ANSWERS,
  UNDECIDED_ANSWERS,
  UNSTATED_ANSWERS,
} from '../support/engine/answer-pairs.ts'

const { embed } = await openBuiltinEmbedder()
const model = readAgreement()
const comparison = (query: string) => comparisonOn(query, { embed, model })
const agreement = (left: string, right: string, query: string) => comparison(query).agree(left, right)

describe('the built-in agreement', () => {
  it.each([...EQUAL_ANSWERS, ...STATED_ANSWERS, ...REWORDED_TEXTS])(
    'treats %j and %j as the same',
    async (left, right, query) => {
      expect(await agreement(left, right, query)).toBeGreaterThanOrEqual(SAME_ANSWER)
    },
  )

  it.each(UNDECIDED_ANSWERS)('leaves open whether %j and %j are the same', async (left, right, query) => {
    expect(await comparison(query).relate(left, right)).toBe('unknown')
    expect(await agreement(left, right, query)).toBeLessThanOrEqual(NOT_KNOWN)
  })

  it.each([...UNSTATED_ANSWERS, ...CONTRARY_TEXTS])(
    'treats %j and %j as different',
    async (left, right, query) => {
      expect(await agreement(left, right, query)).toBeLessThan(SAME_ANSWER)
    },
  )

  it('recognises a reason by its meaning in other words', async () => {
    const query = 'Why was the bridge closed?'
    const washed = 'Because the northern pier was washed away by the spring flood'
    const flooded = 'Because a flood in spring swept away the pier in the north'
    const sold = 'Because the northern pier was sold by the miller for its stone'
    const { support } = comparison(query)
    expect(await support(washed, flooded)).toBeGreaterThan(await support(washed, sold))
  })
})

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

describe('the agreement that comes with the service', () => {
  it.each([...EQUAL_ANSWERS, ...STATED_ANSWERS, ...REWORDED_TEXTS])(
    'takes %j and %j for one',
    async (left, right, query) => {
      expect(await agreement(left, right, query)).toBeGreaterThanOrEqual(SAME_ANSWER)
    },
  )

  it.each(UNDECIDED_ANSWERS)('leaves it open whether %j and %j are one', async (left, right, query) => {
    expect(await comparison(query).relate(left, right)).toBe('unknown')
    expect(await agreement(left, right, query)).toBeLessThanOrEqual(NOT_KNOWN)
  })

  it.each([...UNSTATED_ANSWERS, ...CONTRARY_TEXTS])('takes %j and %j for two', async (left, right, query) => {
    expect(await agreement(left, right, query)).toBeLessThan(SAME_ANSWER)
  })

  it('knows a reason by its meaning where the words are others', async () => {
    const query = 'Why was the bridge closed?'
    const washed = 'Because the northern pier was washed away by the spring flood'
    const flooded = 'Because a flood in spring swept away the pier in the north'
    const sold = 'Because the northern pier was sold by the miller for its stone'
    const { support } = comparison(query)
    expect(await support(washed, flooded)).toBeGreaterThan(await support(washed, sold))
  })
})

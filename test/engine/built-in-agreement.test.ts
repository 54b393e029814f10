import { describe, expect, it } from 'vitest'
import { openBuiltinEmbedder } from '../../src/adapters/builtin-embedder.ts'
import { readAgreement } from '../../src/adapters/data-files.ts'
import { comparisonOn, SAME_ANSWER } from '../../src/engine/agreement/compare-answers.ts'
import {
  CONTRARY_TEXTS,
  REWORDED_TEXTS,
  STATED_ANSWERS,
  UNSTATED_ANSWERS,
} from '../../src/engine/testing/answer-pairs.ts'

const { embed } = await openBuiltinEmbedder()
const model = readAgreement()
const agreement = (left: string, right: string, query: string) =>
  comparisonOn(query, { embed, model }).agree(left, right)

describe('the agreement that comes with the service', () => {
  it.each([...STATED_ANSWERS, ...REWORDED_TEXTS])('takes %j and %j for one', async (left, right, query) => {
    expect(await agreement(left, right, query)).toBeGreaterThanOrEqual(SAME_ANSWER)
  })

  it.each([...UNSTATED_ANSWERS, ...CONTRARY_TEXTS])('takes %j and %j for two', async (left, right, query) => {
    expect(await agreement(left, right, query)).toBeLessThan(SAME_ANSWER)
  })

  it('knows a reason by its meaning where the words are others', async () => {
    const query = 'Why was the bridge closed?'
    const washed = 'Because the northern pier was washed away by the spring flood'
    const flooded = 'Because a flood in spring swept away the pier in the north'
    const sold = 'Because the northern pier was sold by the miller for its stone'
    expect(await agreement(washed, flooded, query)).toBeGreaterThan(await agreement(washed, sold, query))
  })
})

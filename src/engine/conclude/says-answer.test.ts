import { describe, expect, it } from 'vitest'
import { AGREEMENT, embedWords } from '../../../test/support/engine/scripted-panel.ts'
import { comparisonOn } from '../measure/agreement/compare-answers.ts'
import { saysAnswer } from './says-answer.ts'

const QUERY = 'How many are there?'
const says = (text: string, answer = '42', rivals = ['41'], query = QUERY) =>
  saysAnswer(text, {
    query,
    answer,
    rivals,
    comparison: comparisonOn(query, { embed: embedWords, model: AGREEMENT }),
  })

describe('saysAnswer', () => {
  it.each([
    'There are 42 of them, which is six times seven.',
    'Forty-two. Six times seven gives it.',
    '42',
    'There are 42. The other count was not right.',
  ])('trusts %j to say 42', async (text) => {
    expect(await says(text)).toBe(true)
  })

  it.each([
    ['another answer', 'There are 57 of them.'],
    ['a rival’s answer', 'There are 41 of them.'],
    ['a denial', 'There are certainly not 42 of them.'],
    ['another answer, with this one as an aside', 'It is 57. Some say 42.'],
    ['another answer stated in the end', 'Some say it is 42. The answer is 57.'],
    ['both answers', 'There are 42. There are 41.'],
    ['nothing of it', 'As you wish, I accept.'],
  ])('does not trust a text that says %s', async (_, text) => {
    expect(await says(text)).toBe(false)
  })

  it('is not misled by a full stop within a name', async () => {
    const text = 'St. Petersburg was the capital. Peter the Great founded it.'
    expect(await says(text, 'St. Petersburg', ['Moscow'], 'Which city was the capital?')).toBe(true)
  })

  it('lets an open text share words with a rival as long as it is nearer to the answer', async () => {
    const answer = 'Because the northern pier was washed away by the spring flood'
    const rival = 'Because the northern pier was sold by the miller for its stone'
    const written = `${answer}, as the ledger tells.`
    expect(await says(written, answer, [rival], 'Why was the bridge closed?')).toBe(true)
    expect(await says(`${rival}, as the ledger tells.`, answer, [rival], 'Why was the bridge closed?')).toBe(
      false,
    )
  })
})

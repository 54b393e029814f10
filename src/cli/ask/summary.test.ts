import { describe, expect, it } from 'vitest'
import { newSeat } from '../../client/run-progress.ts'
import { createStyle } from '../terminal/page.ts'
import { type Summarised, summaryLines, trustSentence } from './summary.ts'

const usage = { calls: 4, prompt_tokens: 1, completion_tokens: 1, cost_usd: 0.0123, duration_ms: 2_300 }
const result = (changes: Partial<Summarised> = {}): Summarised =>
  ({
    id: 'the-id',
    final_answer: '42',
    outcome: 'consensus',
    kind: 'closed',
    ending: 'converged',
    confidence: 0.931,
    confidence_kind: 'right',
    confidence_basis: 'Three of three gave it.',
    dissent: [],
    warnings: [],
    usage,
    seats: 3,
    initialD: 0,
    rounds: 1,
    ...changes,
  }) as Summarised
const other = { model: 'vendor/two', name: '~vendor/two', answer: '41', reason: 'It is\u001b[31m odd.' }
const silent = { model: 'vendor/three', name: 'vendor/three', answer: null, reason: 'timeout' }

describe('the sentence on how far to trust an answer', () => {
  it.each<[string, Partial<Summarised>]>([
    ['All 3 models gave this answer.', {}],
    ['Both models gave this answer.', { seats: 2 }],
    ['All 3 models agree on this answer.', { initialD: 0.5 }],
    ['All 3 models stand behind this text.', { kind: 'open' }],
    ['All 3 models accept this draft.', { kind: 'draft' }],
    ['2 of 3 models support this answer.', { outcome: 'majority', dissent: [other] }],
    ['2 of 3 models support this answer.', { dissent: [silent] }],
    [
      'The models are split: 1 of 3 models support this answer.',
      { outcome: 'split', dissent: [other, silent] },
    ],
    ['There is no majority for this text.', { outcome: 'split', kind: 'open' }],
    ['There is a majority for this draft.', { outcome: 'majority', kind: 'draft' }],
    ['No model gave an answer.', { outcome: 'split', ending: 'unanswered', dissent: [silent], seats: 1 }],
    ['Only 1 of 2 models gave an answer.', { ending: 'unanswered', dissent: [silent], seats: 2 }],
    [
      '2 of 3 models support this answer. The run ended because the budget was used up.',
      { outcome: 'majority', dissent: [other], ending: 'budget' },
    ],
    [
      'Both models gave this answer.',
      { usage: { ...usage, stages: [{ stage: 1, models: ['a', 'b'], accepted: true }] } as never },
    ],
  ])('%s', (sentence, changes) => {
    expect(trustSentence(result(changes))).toBe(sentence)
  })
})

describe('what stands below an answer', () => {
  const lines = (changes: Partial<Summarised> = {}, columns = 80) =>
    summaryLines(result(changes), { columns, style: createStyle(false) })

  it('says how sure, what figure that is, what it cost and by which id it is stored', () => {
    expect(lines()).toEqual([
      'All 3 models gave this answer.',
      'Confidence 0.93: the probability that it is right. Three of three gave it.',
      '$0.012 for 4 calls · 2.3 s · 1 round · the-id',
    ])
  })

  it('says who dissents and why, what to keep in mind, and nothing that commands the terminal', () => {
    expect(
      lines({ outcome: 'majority', dissent: [other, silent], warnings: ['Mind\u001b[2J this.'] }),
    ).toEqual([
      '1 of 3 models support this answer.',
      '– vendor/two says 41: It is odd.',
      '– vendor/three gave no answer: timeout',
      expect.stringContaining('Confidence 0.93'),
      '! Mind this.',
      expect.any(String),
    ])
  })

  it('says once that shares are no probabilities', () => {
    const basis = 'It is a share, not a probability.'
    expect(lines({ confidence_kind: 'supported', confidence_basis: basis }, 200)[1]).toBe(
      `Confidence 0.93: how far the panel stands behind the text. ${basis}`,
    )
    expect(lines({ confidence_kind: 'accepted' }, 200)[1]).toContain('accept the draft, not a probability.')
  })

  it('says whose calls have an unknown cost', () => {
    const seat = newSeat({ name: 'own/one', provider: 'own', model: 'own/one' }, 0, 'answered')
    const voice = { ...seat, tookMs: 1 }
    const priced = { ...voice, name: 'vendor/two', costUsd: 0.0123 }
    const last = (changes: Partial<Summarised>) => lines(changes, 200).at(-1)
    expect(last({ usage: { ...usage, unpriced_calls: 1 }, voices: [voice, priced] })).toMatch(
      /^\$0\.012 for 3 calls, 1 call of unknown cost \(own\/one\) · /,
    )
    expect(last({ usage: { ...usage, cost_usd: null }, voices: [voice] })).toMatch(
      /^4 calls of unknown cost \(own\/one\) · /,
    )
  })

  it('says that an answer came from the cache', () => {
    const cached = { similarity: 1, same_question: 1, query: 'q', age_seconds: 90 }
    expect(lines({ cached }).at(-1)).toBe('from the cache, asked 1 min 30 s ago; free now · the-id')
  })
})

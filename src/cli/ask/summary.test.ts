import { describe, expect, it } from 'vitest'
import { newSeat } from '../../client/run-progress.ts'
import { createStyle } from '../terminal/page.ts'
import { type Summarised, summaryLines } from './summary.ts'

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
    models: ['vendor/one', 'vendor/two', 'vendor/three'],
    rounds: 1,
    ...changes,
  }) as Summarised
const other = { model: 'vendor/two', name: '~vendor/two', answer: '41', reason: 'It is\u001b[31m odd.' }
const silent = {
  model: 'vendor/three',
  name: 'vendor/three',
  answer: null,
  reason: 'It took too long',
  code: 'timeout',
}

const DIVIDED = { outcome: 'split', ending: 'deadline' } as const

describe('what stands below an answer', () => {
  const lines = (changes: Partial<Summarised> = {}, columns = 80) =>
    summaryLines(result(changes), { columns, style: createStyle(false) })

  it('says how sure, what figure that is, what it cost and by which id it is stored', () => {
    expect(lines()).toEqual([
      'All three models agree.',
      'About 93% sure that it is right. Three of three gave it.',
      '$0.012 for 4 calls · 2.3 s · 1 round · the-id',
    ])
  })

  it('says who dissents and why, what to keep in mind, and nothing that commands the terminal', () => {
    expect(lines({ ...DIVIDED, dissent: [other, silent], warnings: ['Mind\u001b[2J this.'] })).toEqual([
      'The models are split: 1 of the 2 that answered gives this answer. The run',
      '  ended because the time was up.',
      '– vendor/two says 41. It is odd.',
      '– vendor/three did not answer (timeout). It took too long',
      expect.stringContaining('About 93% sure'),
      '! Mind this.',
      expect.any(String),
    ])
  })

  it('lists the pages that are cited or say otherwise with their words, and nothing in them that commands the terminal', () => {
    const said = (quote: string) => [{ start: 0, end: 2, text: '42', quote }]
    const page = (title: string, date: string | null, cited: object) => ({
      ...{ url: `https://${title.length}.example/`, title, date, copies: [] },
      ...{ citations: [], contradictions: [], ...cited },
    })
    const pages = [
      page('Not cited', null, {}),
      page('Old', null, { contradictions: said('It is 41.') }),
      page('News\u001b[2J\nof today', '2026-11-18', { citations: said('It is\n42.\u001b[2J') }),
    ]
    expect(lines({ search: { queries: ['q'], pages, problem: null } }).slice(2, 4)).toEqual([
      '1. News of today (2026-11-18): “It is 42.” https://17.example/',
      '2. Old says otherwise: “It is 41.” https://3.example/',
    ])
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

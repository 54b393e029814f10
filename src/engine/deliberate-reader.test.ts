import { describe, expect, it } from 'vitest'
import { madeUpConfidence } from '../../test/support/engine/made-up-confidence.ts'
import {
  keeps,
  modelsNamed,
  type Reader,
  readsAs,
  runScripted,
  yieldsTo,
} from '../../test/support/engine/scripted-panel.ts'
import type { BriefNamed } from './panel/brief.ts'
import type { ModelCall } from './panel/model-port.ts'

const phases = (calls: ModelCall[]) => calls.map(({ brief }) => brief.phase)
const _groupingIn = (calls: ModelCall[]) =>
  calls.map(({ brief }) => brief).find((brief) => brief.phase === 'reading') as BriefNamed<'group-answers'>

describe('the confidence of a closed question', () => {
  it('is the calibrated probability by the first replies alone, and says so in a sentence', async () => {
    const { confidence, confidenceKind, confidenceBasis } = await runScripted({
      ada: keeps('42'),
      bob: keeps('42'),
      cleo: keeps('42'),
    }).result
    expect(confidence).toBe(madeUpConfidence(3, 3, 1))
    expect(confidenceKind).toBe('right')
    expect(confidenceBasis).toBe('All three models gave this answer independently.')
  })

  it('is not raised by later assent where the answer led alone, and says who gave it at first', async () => {
    const settled = await runScripted({ ada: keeps('42'), bob: keeps('42'), cleo: yieldsTo('41', '42') })
      .result
    expect(settled.outcome).toBe('consensus')
    expect(settled.confidence).toBe(madeUpConfidence(2, 3, 2))
    expect(settled.confidenceBasis).toBe(
      'Two of three models gave this answer at first; all hold it after discussion.',
    )
  })

  it('of an answer that one gave counts those it won over in part, up to what a narrow lead is worth', async () => {
    const moves = yieldsTo('42', '41')
    const { confidence, confidenceBasis, shortAnswer } = await runScripted({
      ada: moves,
      bob: moves,
      cleo: keeps('41'),
    }).result
    expect(shortAnswer).toBe('41')
    expect(confidence).toBeGreaterThan(madeUpConfidence(1, 3, 2))
    expect(confidence).toBeLessThan(madeUpConfidence(2, 3, 2))
    expect(confidenceBasis).toBe(
      'One of three models gave this answer at first; all hold it after discussion.',
    )
  })

  it('counts models with a compatible answer in part', async () => {
    const right = () => 'right'
    const reads = readsAs((answer) => answer, [[1, 2]])
    const { confidence, confidenceBasis } = await runScripted(
      { ada: keeps('23', right), bob: keeps('29', right) },
      { reads },
    ).result
    expect(confidence).toBe(madeUpConfidence(1, 2, 2, 1))
    expect(confidenceBasis).toBe(
      'One of two models gave this answer independently; one gave another answer that can be right as well.',
    )
  })

  it('is halved towards even odds where voices stand in for the models', async () => {
    const models = modelsNamed(['ada', 'bob']).map((model) => ({ ...model, isStandIn: true as const }))
    const { confidence, confidenceBasis } = await runScripted(
      { ada: keeps('42'), bob: keeps('42') },
      { models },
    ).result
    expect(confidence).toBeCloseTo(0.5 + (madeUpConfidence(2, 2, 1) - 0.5) / 2, 3)
    expect(confidenceBasis).toContain('Lowered as a precaution: the built-in offline voices')
  })
})

describe('the reader', () => {
  const apart = { ada: keeps('four'), bob: keeps('IV') }

  it.each([
    ['nonsense', 'What a lovely day.'],
    ['half an object', '{"answers": [{"label": "R1", "answer": "four"}], "groups": [["R1"'],
    ['a label twice', '{"answers": [], "groups": [["R1", "R2"], ["R2"]], "compatible": []}'],
    ['a label too few', '{"answers": [], "groups": [["R1"]], "compatible": []}'],
    ['a label that was not shown', '{"answers": [], "groups": [["R1", "R2", "R3"]], "compatible": []}'],
    ['30,000 characters', 'x'.repeat(30_000)],
    ['a refusal', 'I am sorry, but I cannot help with that.'],
    ['a failure', new Error('down')],
  ])('that replies with %s is followed by another model, once', async (_, line) => {
    const asked: string[] = []
    const reads: Reader = (brief, call) => {
      asked.push(call.seat.name)
      return asked.length === 1 ? line : readsAs(() => 'the same')(brief, call)
    }
    const { result } = runScripted(apart, { reads })
    expect(await result).toMatchObject({ outcome: 'consensus' })
    expect(new Set(asked).size).toBe(2)
  })

  it('that fails twice leaves what is uncertain apart, with a warning', async () => {
    const { result, calls } = runScripted(apart, { reads: () => 'no idea', maxIterations: 1 })
    const { outcome, warnings } = await result
    expect(outcome).toBe('split')
    expect(warnings.join()).toContain('No model could read which answers are the same')
    expect(phases(calls).filter((phase) => phase === 'reading')).toHaveLength(2)
  })

  it('never merges answers that are certainly different', async () => {
    const panel = { ada: keeps('1571'), bob: keeps('1517'), cleo: keeps('1571 or so') }
    const { entries } = await runScripted(panel, { reads: readsAs(() => 'all the same'), maxIterations: 1 })
      .result
    for (const { models } of entries[0]!.clusters)
      expect(models).not.toEqual(expect.arrayContaining(['ada', 'bob']))
  })

  it('never separates answers that are certainly the same', async () => {
    const panel = { ada: keeps('42'), bob: keeps('42'), cleo: keeps('forty two or so') }
    const { entries } = await runScripted(panel, {
      reads: (brief) =>
        brief.task === 'group-answers'
          ? JSON.stringify({ answers: [], groups: brief.replies.map(({ label }) => [label]), compatible: [] })
          : '',
      maxIterations: 1,
    }).result
    expect(entries[0]!.clusters[0]?.models.sort()).toEqual(['ada', 'bob'])
  })

  it('may list more than two compatible groups at once', async () => {
    const right = () => 'right'
    const reads = readsAs((answer) => answer, [[1, 2, 3] as unknown as [number, number]])
    const panel = { ada: keeps('23', right), bob: keeps('29', right), cleo: keeps('31', right) }
    const { confidence } = await runScripted(panel, { reads }).result
    expect(confidence).toBe(madeUpConfidence(1, 3, 3, 2))
  })

  it('quotes the answer of a reply that has no block, and a quotation that does not stand there does not count', async () => {
    const quoting =
      (answer: string): Reader =>
      (brief) =>
        JSON.stringify({
          answers:
            brief.task === 'group-answers' ? brief.replies.map(({ label }) => ({ label, answer })) : [],
          groups: [['R1', 'R2']],
          compatible: [],
        })
    const panel = { ada: 'It must be Canberra, I think.', bob: 'Canberra it is.' }
    const options = { query: 'Which city is the capital?', maxIterations: 1 }
    expect((await runScripted(panel, { ...options, reads: quoting('Canberra') }).result).shortAnswer).toBe(
      'Canberra',
    )
    const made = await runScripted(panel, { ...options, reads: quoting('Sydney') }).result
    expect(made.shortAnswer).not.toContain('Sydney')
  })

  it('may find that a reply without a block gives no answer, but not silence one that has', async () => {
    const silencing: Reader = (brief) =>
      brief.task === 'group-answers'
        ? JSON.stringify({
            answers: brief.replies.map(({ label }) => ({ label, answer: '' })),
            groups: [brief.replies.filter(({ answer }) => answer === '42').map(({ label }) => label)],
            compatible: [],
          })
        : ''
    const vague = { ada: keeps('42'), bob: keeps('42'), cleo: 'That is a deep question.' }
    const { entries, dissent } = await runScripted(vague, { reads: silencing, maxIterations: 1 }).result
    expect(entries[0]!.responses.find(({ name }) => name === 'cleo')).toMatchObject({
      answer: null,
      error: { code: 'declined' },
    })
    expect(dissent.map(({ name }) => name)).toEqual(['cleo'])
    const clear = { ...vague, cleo: keeps('a score') }
    const { entries: kept } = await runScripted(clear, { reads: silencing, maxIterations: 1 }).result
    expect(kept[0]!.clusters.map(({ answer }) => answer)).toContain('a score')
  })

  it('is the model that the caller names, and not one of the panel', async () => {
    const readers: string[] = []
    const reads: Reader = (brief, call) => {
      readers.push(call.seat.model)
      return readsAs(() => 'same')(brief, call)
    }
    const reader = { provider: 'openrouter', name: 'small', model: 'test/small', temperature: 0 }
    await runScripted(apart, { reads, reader }).result
    expect(readers).toEqual(['test/small'])
  })

  it('is not asked where the budget allows no more calls, and a stand-in never', async () => {
    const budget = { maxCalls: 2, maxCostUsd: null }
    const bounded = runScripted(apart, { budget })
    expect(await bounded.result).toMatchObject({ outcome: 'split' })
    expect(phases(bounded.calls)).not.toContain('reading')
    const models = Object.keys(apart).map((name) => ({
      provider: 'openrouter',
      name,
      model: `test/${name}`,
      temperature: 0,
      isStandIn: true as const,
    }))
    const played = runScripted(apart, { models, maxIterations: 1 })
    await played.result
    expect(phases(played.calls)).not.toContain('reading')
  })
})

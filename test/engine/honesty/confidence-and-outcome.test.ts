import { describe, expect, it } from 'vitest'
import {
  inTurn,
  keeps,
  type Reader,
  readsAs,
  revisionOf,
  type Script,
} from '../../support/engine/scripted-panel.ts'
import { runShipped } from '../../support/engine/shipped-panel.ts'

const allRight = () => 'right'

describe('the basis of the confidence', () => {
  it('counts no seat that calls the answer wrong, however often it is asked', async () => {
    const query = 'What are the primary colours of light?'
    const { outcome, confidenceBasis, dissent } = await runShipped(
      query,
      [
        keeps('red, green and blue'),
        keeps('red, green and blue'),
        keeps('red, yellow, blue'),
        keeps('white'),
      ],
      { structure: 'fugue' },
    ).result
    expect(outcome, 'two of four').toBe('split')
    expect(confidenceBasis).toBe('Two of four models gave this answer independently.')
    expect(dissent.map(({ name }) => name).sort()).toEqual(['seat-3', 'seat-4'])
  })

  it('does not depend on the names or the order of the seats', async () => {
    const answers = ['Astana', 'Astana', 'Nur-Sultan', 'Almaty']
    const run = (order: number[]) =>
      runShipped(
        'What is the capital of Kazakhstan?',
        order.map((place) => keeps(answers[place]!)),
        {
          maxIterations: 1,
        },
      ).result
    const { confidence, confidenceBasis, shortAnswer } = await run([0, 1, 2, 3])
    for (const order of [
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ])
      expect(await run(order)).toMatchObject({ confidence, confidenceBasis, shortAnswer })
  })
})

describe('the confidence and the outcome', () => {
  /** How a panel of these first answers ends, if its seats say this of the answers of the others. */
  const ending = (answers: string[], verdict: string) =>
    runShipped(
      'How many are there?',
      answers.map((answer) => keeps(answer, () => verdict)),
    ).result
  const SPLITS = [
    ['1', '2'],
    ['1', '2', '3'],
    ['1', '1', '2', '2'],
    ['1', '1', '2', '3'],
    ['1', '2', '3', '4', '5'],
  ]
  const AGREED = [
    ['1', '1'],
    ['1', '1', '1'],
    ['1', '1', '1', '1', '1'],
  ]

  it.each(SPLITS)('are never a split with more than 0.8: %s', async (...answers) => {
    const { outcome, confidence } = await ending(answers, 'wrong')
    expect(outcome).toBe('split')
    expect(confidence).toBeLessThanOrEqual(0.8)
  })

  it.each(AGREED)('are never a consensus with less than 0.3: %s', async (...answers) => {
    const { outcome, confidence } = await ending(answers, 'wrong')
    expect(outcome).toBe('consensus')
    expect(confidence).toBeGreaterThanOrEqual(0.3)
  })
})

describe('a run', () => {
  it('ends with consensus if every seat calls the answers of the others right', async () => {
    const scripts = ['東京', 'Tokyo', '日本の首都は東京です。'].map((answer) => keeps(answer, allRight))
    const { outcome, dissent, usage } = await runShipped('日本の首都はどこですか？', scripts, {
      ports: { findAnchors: async () => [] },
    }).result
    expect({ outcome, dissent }).toEqual({ outcome: 'consensus', dissent: [] })
    expect(usage.calls, 'three replies, a reading and three rulings').toBe(7)
  })

  it('in which nothing changes ends early instead of paying for all iterations', async () => {
    const scripts = ['a horse', 'a donkey', 'a mule', 'a zebra', 'a camel'].map((answer) => keeps(answer))
    const { outcome, entries } = await runShipped('Which animal is meant?', scripts, { structure: 'fugue' })
      .result
    expect(outcome).toBe('split')
    expect(entries.length).toBeLessThanOrEqual(3)
  })
})

describe('an agreed answer that an axiom contradicts', () => {
  const query = 'What is the capital of France?'
  /** A reader that finds an axiom contrary unless the answer stands in it. */
  const reads: Reader = (brief, call) =>
    brief.task === 'compare-axioms'
      ? JSON.stringify({
          relations: brief.anchors.map(({ id, axiom }) => ({
            id,
            relation: axiom.includes(brief.answer) || !axiom.includes('France') ? 'unrelated' : 'contradicts',
          })),
        })
      : readsAs((answer) => answer)(brief, call)
  const lyon = Array<Script>(3).fill(keeps('Lyon'))

  it('gets another round in which that axiom is shown', async () => {
    const { result, calls } = runShipped(query, lyon, { reads, maxIterations: 3 })
    const { entries, anchors, warnings, outcome } = await result
    expect(outcome, 'nobody was convinced').toBe('consensus')
    const shown = calls.filter(({ brief }) => brief.phase === 'revision')
    for (const { messages } of shown) expect(messages.at(-1)!.content).toContain('is Paris.')
    expect(shown.length).toBe(3 * (entries.length - 1))
    expect(anchors.map(({ axiom }) => axiom).join()).toContain('Paris')
    expect(warnings.join()).toContain('Axiom onto-0017')
  })

  it('is given up by seats that are convinced by the axiom', async () => {
    const convinced = inTurn({ answer: 'Lyon' }, (call) => {
      if (call.brief.phase === 'writing') return 'It is Paris.'
      const { answers } = revisionOf(call)
      return {
        rulings: answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'onto-0017' })),
        new_answer: 'Paris',
        changed_because: 'onto-0017',
      }
    })
    const { outcome, shortAnswer, warnings } = await runShipped(query, [convinced, convinced, convinced], {
      reads,
      ports: { findAnchors: async ({ levels }) => (levels.length > 2 ? [PARIS] : []) },
    }).result
    expect({ outcome, shortAnswer }).toEqual({ outcome: 'consensus', shortAnswer: 'Paris' })
    expect(warnings.join()).not.toContain('Axiom')
  })

  it('causes a warning if no iteration is left', async () => {
    const { entries, warnings, anchors } = await runShipped(query, lyon, { reads, maxIterations: 1 }).result
    expect(entries).toHaveLength(1)
    expect(warnings.join()).toContain('Axiom onto-0017')
    expect(anchors.map(({ id }) => id)).toContain('onto-0017')
  })

  it.each([
    ['a sum', 'What is 17 + 25?', '42'],
    ['a question no axiom answers', 'Who won the village race last year?', 'Bruno Brook'],
  ])('is not suspected without need: %s', async (_, asked, answer) => {
    const { result, calls } = runShipped(asked, Array<Script>(3).fill(keeps(answer)), { reads })
    expect(await result).toMatchObject({ warnings: [], entries: { length: 1 } })
    expect(calls).toHaveLength(3)
  })
})

const PARIS = { id: 'onto-0017', axiom: 'The capital of France is Paris.', level: 3, relevance: 0.95 }

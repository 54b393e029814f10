import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Deliberation } from '../../../src/engine/deliberation.ts'
import { inTurn, revisionOf, type Script } from '../../support/engine/scripted-panel.ts'
import { tries } from '../../support/property-runs.ts'
import { firstRound, runShipped } from '../../support/shipped-panel.ts'

/** A seat that keeps its answer: it accepts the theme if that is one of these, and rejects every other. */
const holding = (answer: string, same: string[] = [answer]): Script =>
  inTurn({ answer }, (call) => ({
    answer,
    verdict: same.includes(revisionOf(call).theme) ? 'accept' : 'reject',
    rebuttal: 'Considered.',
  }))

describe('12.4 the basis of the confidence', () => {
  it('counts no seat that rejects the answer in every round', async () => {
    const query = 'What are the primary colours of light?'
    const rejecting: Script = inTurn(
      { answer: 'red, green, blue' },
      { answer: 'red, green, blue', verdict: 'reject' },
    )
    const { outcome, confidenceBasis, dissent } = await runShipped(query, [
      holding('red, green and blue', ['red, green and blue', 'red, green, blue', 'Red, green, blue']),
      holding('Red, green, blue', ['red, green and blue', 'red, green, blue', 'Red, green, blue']),
      rejecting,
      holding('red, yellow, blue'),
    ]).result
    expect(outcome, 'two of four').toBe('split')
    expect(confidenceBasis).toMatch(/^2 of 4 models/)
    expect(dissent.map(({ name }) => name).sort()).toEqual(['seat-3', 'seat-4'])
  })

  it('does not increase by a seat that gives the former name of the city', async () => {
    const query = 'What is the capital of Kazakhstan?'
    const three = ['Astana', 'Astana (was Nur-Sultan)', 'Almaty']
    const before = await firstRound(query, three)
    const after = await firstRound(query, [...three, 'Nur-Sultan'])
    expect(before.confidenceBasis).toMatch(/^2 of 3 models/)
    expect(after.confidenceBasis).toMatch(/^2 of 4 models/)
    expect(after.confidence).toBeLessThan(before.confidence)
  })

  const QUESTIONS: Array<[query: string, answers: string[]]> = [
    ['How many moons has it?', ['2', 'two', '3', 'There are 2 of them', '14', '2.5']],
    [
      'What is the capital of Australia?',
      ['Canberra', 'Sydney', 'It is Canberra', 'Melbourne', 'The capital is Perth'],
    ],
    ['Is it safe?', ['Yes', 'No', 'Yes, it is', 'No, it is not safe', 'Botanically yes']],
    ['Name the colours.', ['red, green, blue', 'blue, red, green', 'red, green', 'cyan, magenta, yellow']],
    ['Who wrote it?', ['Ada Abbott', 'It was written by Ada Abbott', 'Bruno Brook', 'Clara Castle wrote it']],
  ]
  const OTHERS = [
    'Zanzibar',
    '4711',
    'Nobody has ever found out anything about that',
    'purple, orange, pink',
    'Zeno Zoll',
  ]
  const panels = fc.constantFrom(...QUESTIONS).chain(([query, answers]) =>
    fc.record({
      query: fc.constant(query),
      answers: fc.array(fc.constantFrom(...answers), { minLength: 2, maxLength: 5 }),
      other: fc.constantFrom(...OTHERS),
    }),
  )

  it('does not increase for the same answer when a seat says something else', async () => {
    await fc.assert(
      fc.asyncProperty(panels, async ({ query, answers, other }) => {
        const before = await firstRound(query, answers)
        const after = await firstRound(query, [...answers, other])
        // Where camps are of equal weight, one more seat may decide for another of them: that is another answer.
        if (after.answer === before.answer) expect(after.confidence).toBeLessThanOrEqual(before.confidence)
      }),
      tries(60),
    )
  })

  it('fits the outcome, the dissent and D in every round', async () => {
    const manner = fc.constantFrom('accept', 'amend', 'reject')
    const runs = panels.chain((panel) =>
      fc.record({ panel: fc.constant(panel), manners: fc.array(manner, { minLength: 5, maxLength: 5 }) }),
    )
    await fc.assert(
      fc.asyncProperty(runs, async ({ panel: { query, answers }, manners }) => {
        const scripts = answers.map((answer, seat) =>
          inTurn({ answer }, { answer, verdict: manners[seat]!, rebuttal: 'Considered.' }),
        )
        expectConsistent(await runShipped(query, scripts, { maxIterations: 3, compose: false }).result)
      }),
      tries(60),
    )
  })

  function expectConsistent({ outcome, reached, entries, dissent, confidenceBasis }: Deliberation) {
    const { D, clusters, responses } = entries.at(-1)!
    const answered = dissent.filter(({ answer }) => answer !== null)
    const isAgreed = D <= 0.2 && clusters.length === 1 && answered.length === 0
    expect(outcome === 'consensus').toBe(isAgreed)
    expect(reached).toBe(isAgreed)
    const behind = responses.length - dissent.length
    if (outcome === 'majority') expect(behind).toBeGreaterThan(responses.length / 2)
    expect(Number.parseInt(confidenceBasis, 10)).toBeLessThanOrEqual(behind)
  }
})

describe('12.7 a run', () => {
  it('ends with consensus if every seat accepts the theme as saying the same', async () => {
    const answers = ['東京', 'Tokyo', '日本の首都は東京です。']
    const scripts = answers.map((answer) => holding(answer, answers))
    const { outcome, dissent, usage } = await runShipped('日本の首都はどこですか？', scripts, {
      compose: false,
    }).result
    expect({ outcome, dissent }).toEqual({ outcome: 'consensus', dissent: [] })
    expect(usage.calls).toBe(6)
  })

  it('counts a seat that accepts the theme in its camp, however different its words are', async () => {
    // Any two texts agree by three tenths, and each states the number.
    const uniform = { version: '', fitted: '', features: [], start: Math.log(0.3 / 0.7), trees: [] }
    const answers = [
      '42',
      'There are 42 of them in the northern hall',
      'The old ledger tells of 42, as everybody knows',
    ]
    const { outcome, finalDivergence, dissent } = await runShipped(
      'How many lanterns are there?',
      answers.map((answer) => holding(answer, answers)),
      { agreement: uniform as never, compose: false },
    ).result
    expect({ outcome, dissent }).toEqual({ outcome: 'consensus', dissent: [] })
    expect(finalDivergence).toBeLessThanOrEqual(0.2)
  })

  it('in which nothing changes ends early instead of paying for all iterations', async () => {
    const query = 'What is the best way to learn a language?'
    const texts = [
      'Speak from the first day on, with natives, and do not mind mistakes.',
      'Read a lot of easy texts, since vocabulary is what counts.',
      'Take a course with a teacher who corrects every mistake.',
      'Move to a country where it is spoken.',
      'Use flash cards every morning for twenty minutes.',
    ]
    const { outcome, usage, entries } = await runShipped(
      query,
      texts.map((text) => holding(text)),
      { structure: 'fugue', compose: false },
    ).result
    expect(outcome).toBe('split')
    expect(entries.length).toBeLessThanOrEqual(3)
    expect(usage.calls).toBeLessThanOrEqual(15)
  })
})

describe('12.8 an agreed answer that an axiom contradicts', () => {
  const query = 'What is the capital of France?'

  it('gets another round in which that axiom is shown', async () => {
    const { result, calls } = runShipped(query, Array(3).fill(holding('Lyon')) as Script[])
    const { entries, anchors, warnings, outcome, confidenceBasis } = await result
    expect(entries).toHaveLength(2)
    const shown = calls.filter(({ brief }) => brief.phase === 'revision')
    expect(shown.length).toBe(3)
    for (const { messages } of shown) expect(messages[1]!.content).toContain('is Paris.')
    expect(anchors.map(({ axiom }) => axiom).join()).toContain('Paris')
    expect(outcome, 'nobody was convinced').toBe('consensus')
    expect(warnings.join()).toMatch(
      /Axiom onto-0017 .* contradicts the answer of the models; they kept it after/,
    )
    expect(confidenceBasis).toContain('axiom onto-0017 contradicts it')
  })

  it('is given up by seats that name the axiom', async () => {
    const convinced: Script = inTurn(
      { answer: 'Lyon' },
      { answer: 'Paris', verdict: 'reject', refuted_by: 'onto-0017', rebuttal: 'It is Paris.' },
      { answer: 'Paris', verdict: 'accept', rebuttal: 'It is Paris.' },
    )
    const { outcome, answer, warnings } = await runShipped(query, [convinced, convinced, convinced]).result
    expect(outcome).toBe('consensus')
    expect(answer).toContain('Paris')
    expect(warnings.join()).not.toContain('contradicts')
  })

  it('causes a warning if no iteration is left', async () => {
    const { entries, warnings, anchors } = await firstRound(query, ['Lyon', 'Lyon', 'Lyon'])
    expect(entries).toHaveLength(1)
    expect(warnings.join()).toMatch(/contradicts the answer of the models; they were not shown the axiom/)
    expect(anchors.map(({ id }) => id)).toContain('onto-0017')
  })

  it.each([
    ['the right answer', query, 'Paris'],
    ['a sum', 'What is 17 + 25?', '42'],
    ['a question no axiom answers', 'Who won the village race last year?', 'Bruno Brook'],
  ])('is not suspected without need: %s', async (_, asked, answer) => {
    const { entries, warnings } = await runShipped(asked, Array(3).fill(holding(answer)) as Script[]).result
    expect(entries).toHaveLength(1)
    expect(warnings).toEqual([])
  })
})

describe('12.10 the confidence of a panel', () => {
  it('does not depend on the names or the order of its seats', async () => {
    const query = 'What is the capital of Kazakhstan?'
    const answers = ['Astana', 'It is Astana, in the north', 'Astana (was Nur-Sultan)', 'Almaty']
    const named = (names: string[]) =>
      runShipped(query, [], {
        models: names.map((name, seat) => ({
          provider: 'openrouter',
          name,
          model: `m${seat}`,
          temperature: 0.7,
        })),
        maxIterations: 1,
        compose: false,
        ports: {
          askModel: async ({ seat }) => ({
            text: JSON.stringify({ answer: answers[Number(seat.model.slice(1))] }),
            latencyMs: 0,
            promptTokens: 0,
            completionTokens: 0,
            costUsd: 0,
          }),
        },
      }).result
    const one = await named(['m0', 'm1', 'm2', 'm3'])
    for (const names of [
      ['One', 'Two', 'Three', 'Four'],
      ['z', 'y', 'x', 'w'],
    ]) {
      const other = await named(names)
      expect([other.confidence, other.confidenceBasis, other.answer]).toEqual([
        one.confidence,
        one.confidenceBasis,
        one.answer,
      ])
    }
    for (const order of [
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ]) {
      const other = await firstRound(
        query,
        order.map((place) => answers[place]!),
      )
      expect([other.confidence, other.confidenceBasis]).toEqual([one.confidence, one.confidenceBasis])
    }
  })
})

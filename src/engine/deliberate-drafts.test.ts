import { describe, expect, it } from 'vitest'
import {
  BAD,
  type Drafter,
  FAIR,
  failing,
  GOOD,
  honest,
  runDrafts,
  scriptedDrafters,
} from '../../test/support/engine/drafting-panel.ts'
import { type AskModel, ModelFailure } from './panel/model-port.ts'

describe('a panel that drafts', () => {
  it('delivers the draft that its reviews favour, verbatim, with who judged what and why', async () => {
    const { result, calls } = runDrafts({ ada: honest(GOOD), bob: honest(FAIR), cleo: honest(BAD) })
    const { answer, kind, outcome, reached, reviews, dissent, entries, finalDivergence, ...rest } =
      await result
    expect({ answer, kind, outcome, reached }).toEqual({
      answer: GOOD,
      kind: 'draft',
      outcome: 'consensus',
      reached: true,
    })
    expect(rest).toMatchObject({
      confidence: 0.75,
      confidenceKind: 'accepted',
      confidenceBasis: 'Both reviewers accept this draft as it is.',
    })
    expect(finalDivergence).toBe(0)
    expect(dissent).toEqual([])
    expect(reviews).toHaveLength(6)
    expect(reviews).toContainEqual({
      name: 'ada',
      authors: ['cleo'],
      revised: false,
      verdict: 'reject',
      counted_verdict: 'reject',
      defect: '“Summer is the best” is not about autumn',
      rank: 2,
    })
    expect(entries.map(({ phase, D_basis }) => [phase, D_basis])).toEqual([
      ['exposition', 'estimated'],
      ['review', 'measured'],
    ])
    expect(calls, 'drafts, reviews, and a reading of the rejects').toHaveLength(3 + 3 + 1)
  })

  it('shows the notes of authors to those who review or compare their drafts, and those of the winner to the user', async () => {
    const withNotes = (draft: string, notes: string) =>
      `${draft}\n\n<panel>\n${JSON.stringify({ kind: 'draft', notes })}\n</panel>`
    const panel = {
      ada: { ...honest(withNotes(FAIR, 'No rhymes.')), revises: withNotes(GOOD, 'Still no rhymes.') },
      bob: { ...honest(BAD), compares: () => GOOD },
      cleo: { ...honest(`${BAD}!`), compares: () => GOOD },
    }
    const { result, calls } = runDrafts(panel)
    expect((await result).explanation).toBe('Still no rhymes.')
    const promptsOf = (phase: string) =>
      calls.filter(({ brief }) => brief.phase === phase).map(({ messages }) => messages[1]!.content)
    const shown = promptsOf('review').filter((prompt) => prompt.includes('No rhymes.'))
    expect(shown).toHaveLength(2)
    expect(promptsOf('comparison')).toHaveLength(2)
    for (const prompt of promptsOf('comparison')) {
      expect(prompt).toContain('No rhymes.')
      expect(prompt).toContain('Still no rhymes.')
    }
  })

  it('shows every seat the drafts of the others only, unchanged and without names', async () => {
    const { result, calls } = runDrafts({ ada: honest(GOOD), bob: honest(FAIR), cleo: honest(BAD) })
    await result
    expect(calls.filter(({ brief }) => brief.phase === 'review')).toHaveLength(3)
    for (const { seat, brief, messages } of calls) {
      if (brief.phase !== 'review') continue
      const own = { ada: GOOD, bob: FAIR, cleo: BAD }[seat.name]
      expect(brief.drafts.map(({ text }) => text)).not.toContain(own)
      for (const { text } of brief.drafts) expect(messages[1]!.content).toContain(text)
      expect(JSON.stringify(messages)).not.toMatch(/ada|bob|cleo/)
    }
  })

  it('needs no review of JSON with the same value, where that is asked for', async () => {
    const texts = [
      '{"city":"Paris","in":"France"}',
      '{"in":"France","city":"Paris"}',
      '{"in": "France", "city": "Paris"}',
    ]
    const panel = Object.fromEntries(texts.map((draft, place) => [`m${place}`, { draft }]))
    const { result, calls } = runDrafts(panel, { format: { problemsOf: () => [] } })
    const { answer, outcome, finalDivergence } = await result
    expect({ outcome, finalDivergence }).toEqual({ outcome: 'consensus', finalDivergence: 0 })
    expect(texts, 'verbatim').toContain(answer)
    expect(calls).toHaveLength(3)
  })

  it('needs no review of code that is the same apart from white space at the end of lines', async () => {
    const code = 'const one = 1;\nconst two = one + one;'
    const { result, calls } = runDrafts({
      ada: { draft: code },
      bob: { draft: `\`\`\`js\n${code.replace('\n', '  \n')}\n\`\`\`` },
    })
    const { outcome, finalDivergence, confidence, confidenceBasis, reviews } = await result
    expect({ outcome, finalDivergence, confidence, confidenceBasis, reviews }).toEqual({
      outcome: 'consensus',
      finalDivergence: 0,
      confidence: 0.667,
      confidenceBasis: 'Two models wrote this draft independently. Nobody reviewed it.',
      reviews: undefined,
    })
    expect(calls).toHaveLength(2)
  })

  it('delivers the most central draft after one iteration, without agreement', async () => {
    const { result, calls } = runDrafts(
      { ada: honest(GOOD), bob: honest(FAIR), cleo: honest(BAD) },
      { maxIterations: 1 },
    )
    const { answer, reached, entries, confidence, confidenceBasis } = await result
    expect([GOOD, FAIR, BAD]).toContain(answer)
    expect(reached).toBe(false)
    expect(entries).toHaveLength(1)
    expect([confidence, confidenceBasis]).toEqual([0.5, 'Nobody reviewed this draft.'])
    expect(calls).toHaveLength(3)
  })

  it('does not let one liar block a draft, and names what it says', async () => {
    const liar: Drafter = { draft: BAD, judges: () => ({ verdict: 'reject', defect: 'It is stolen.' }) }
    const { result } = runDrafts({
      ada: honest(GOOD),
      bob: honest(GOOD.replace('frog', 'toad')),
      cleo: honest(FAIR),
      dan: honest(FAIR.replace('tea', 'milk')),
      liar,
    })
    const { answer, outcome, dissent, finalDivergence, reviews } = await result
    expect(answer).toMatch(/^Red leaves/)
    expect(outcome).toBe('consensus')
    expect(finalDivergence).toBe(0.5 / 4)
    expect(dissent).toEqual([{ model: 'test/liar', name: 'liar', answer: BAD, reason: 'It is stolen.' }])
    const lies = reviews!.filter(({ name }) => name === 'liar')
    expect(lies.map(({ verdict, counted_verdict: counted }) => [verdict, counted])).toEqual(
      lies.map(() => ['reject', 'amend']),
    )
  })

  it('does not let flatterers hide a defect that two others confirm', async () => {
    const flatterer = (draft: string): Drafter => ({ draft, judges: () => ({ verdict: 'accept' }) })
    const { result } = runDrafts({
      ada: flatterer(BAD),
      bob: flatterer(FAIR),
      cleo: honest(GOOD),
      dan: honest(FAIR.replace('tea', 'milk')),
    })
    const { answer } = await result
    expect(answer).not.toBe(BAD)
  })

  it('does not let seats vote for themselves', async () => {
    const selfish = (draft: string): Drafter => ({
      draft,
      judges: (text) => (text === draft ? { verdict: 'accept' } : { verdict: 'reject', defect: 'not mine' }),
    })
    const { result } = runDrafts({ ada: selfish(GOOD), bob: selfish(FAIR), cleo: selfish(BAD) })
    const { outcome, reached, finalDivergence, confidence, warnings } = await result
    expect({ outcome, reached, finalDivergence, confidence }).toEqual({
      outcome: 'split',
      reached: false,
      finalDivergence: 1,
      confidence: 0.25,
    })
    expect(warnings).toEqual([expect.stringContaining('A reject of the delivered draft stands')])
  })

  it('counts a rejection without a defect as a request for changes, which nothing can confirm', async () => {
    const grumbler: Drafter = { draft: FAIR, judges: () => ({ verdict: 'reject' }) }
    const { result, calls } = runDrafts(
      { ada: honest(GOOD), bob: honest(GOOD.replace('frog', 'toad')), grumbler },
      { maxIterations: 2 },
    )
    const { reviews } = await result
    expect(reviews?.filter(({ name }) => name === 'grumbler').map((one) => one.counted_verdict)).toEqual([
      'amend',
      'amend',
    ])
    expect(calls.filter(({ brief }) => brief.phase === 'reading')).toEqual([])
  })

  it('says how many reviewers accept the draft, and that code is judged like any other', async () => {
    const drafts = ['a', 'b', 'c'].map((name) => `\`\`\`js\nconst ${name} = 1\n\`\`\``)
    const judges = (text: string) =>
      text.includes('const a')
        ? ({ verdict: 'accept' } as const)
        : ({ verdict: 'reject', defect: 'It fails for 0.' } as const)
    const { result } = runDrafts({
      ada: { draft: drafts[0]!, judges },
      bob: { draft: drafts[1]!, judges },
      cleo: { draft: drafts[2]!, judges: () => ({ verdict: 'reject', defect: 'It fails for 1.' }) },
    })
    const { answer, confidence, confidenceKind, confidenceBasis, finalDivergence } = await result
    expect({ answer, confidence, confidenceKind, finalDivergence }).toEqual({
      answer: drafts[0],
      confidence: 0.5,
      confidenceKind: 'accepted',
      finalDivergence: 0.25,
    })
    expect(confidenceBasis).toBe('One of two reviewers accepts this draft as it is; one asks for changes.')
  })

  it('reports the concordance of one common order as 1', async () => {
    const drafters = [GOOD, FAIR, BAD, `${BAD} too`].map((draft) => honest(draft))
    const { result } = runDrafts(Object.fromEntries(drafters.map((one, index) => [`seat-${index}`, one])))
    expect((await result).concordance).toBe(1)
  })

  it('settles sixteen drafts with one review each', async () => {
    const drafters = Object.fromEntries(
      Array.from({ length: 16 }, (_, index) => [
        `seat-${index}`,
        honest(index === 3 ? GOOD : `${FAIR} ${index}`),
      ]),
    )
    const { result, calls } = runDrafts(drafters, { structure: 'fugue' })
    const { outcome, concordance } = await result
    expect(outcome).toBe('consensus')
    expect(concordance).toBeGreaterThan(0)
    expect(calls).toHaveLength(32)
  })

  it('counts a seat whose review cannot be read as unsure', async () => {
    const { result } = runDrafts({
      ada: honest(GOOD),
      bob: honest(GOOD.replace('frog', 'toad')),
      cleo: { draft: FAIR, judges: () => null },
    })
    const { entries, outcome, warnings, confidenceBasis } = await result
    const cleo = entries[1]!.responses.find(({ name }) => name === 'cleo')!
    expect([cleo.error?.code, cleo.residual, entries[1]!.D]).toEqual(['unreadable', 0.5, 0.25])
    expect(outcome).toBe('majority')
    expect(confidenceBasis).toBe('The only reviewer accepts this draft as it is.')
    expect(warnings).toContain('cleo gave no review, which counts as unsure.')
  })

  it('never delivers a draft that was cut off where there is a whole one', async () => {
    const panel = { ada: honest(GOOD), bob: honest(FAIR), cleo: honest(BAD) }
    const { askModel } = scriptedDrafters(panel)
    const cutting: AskModel = async (call) => {
      const reply = await askModel(call)
      return reply.text === GOOD ? { ...reply, isCut: true } : reply
    }
    for (const maxIterations of [1, 7]) {
      const { result } = runDrafts(panel, { maxIterations, ports: { askModel: cutting } })
      const { answer, warnings, entries } = await result
      expect(answer).not.toBe(GOOD)
      expect(warnings).toContain('The drafts of ada were cut off at the token limit and could not win.')
      expect(entries[0]!.responses.filter(({ cut_off: isCut }) => isCut)).toHaveLength(1)
    }
  })

  it('is concluded from the drafts alone when too many reviews fail', async () => {
    const panel = { ada: honest(GOOD), bob: honest(FAIR), cleo: honest(BAD) }
    const { result, checkpoints } = runDrafts(panel, failing('review', panel))
    const { answer, entries, ending, reviews, warnings, confidenceBasis } = await result
    expect([GOOD, FAIR, BAD]).toContain(answer)
    expect(entries.map(({ phase }) => phase)).toEqual(['exposition'])
    expect(checkpoints).toHaveLength(1)
    expect({ ending, reviews }).toEqual({ ending: 'quorum_lost', reviews: undefined })
    expect(warnings.join()).toContain('Too many models failed in a later iteration')
    expect(confidenceBasis).toBe('Nobody reviewed this draft.')
  })

  it('has no confidence in a draft that was cut off, and pays no review where there is no other', async () => {
    for (const [drafts, calls] of [
      [[GOOD, GOOD], 2],
      [[GOOD, FAIR], 4],
    ] as const) {
      const { askModel, calls: asked } = scriptedDrafters({
        ada: { draft: drafts[0] },
        bob: { draft: drafts[1] },
      })
      const cutting: AskModel = async (call) => {
        const reply = await askModel(call)
        return call.iteration === 1 ? { ...reply, isCut: true } : reply
      }
      const { result } = runDrafts(
        { ada: { draft: '' }, bob: { draft: '' } },
        { ports: { askModel: cutting } },
      )
      const { confidence, confidenceBasis, reached, warnings } = await result
      expect({ confidence, reached }).toEqual({ confidence: 0, reached: false })
      expect(confidenceBasis).toContain('was cut off')
      expect(warnings).toEqual([expect.stringContaining('as no other is whole, one of them is delivered')])
      expect(asked).toHaveLength(calls)
    }
  })

  it('loses nothing when a seat fails, and fails without a quorum', async () => {
    const down = new ModelFailure('timeout', 'late')
    const { answer, dissent } = await runDrafts({
      ada: honest(GOOD),
      bob: honest(FAIR),
      eve: { draft: down, judges: () => null },
    }).result
    expect(answer).toBe(GOOD)
    expect(dissent).toContainEqual({ model: 'test/eve', name: 'eve', answer: null, reason: 'late' })
    await expect(
      runDrafts({ ada: honest(GOOD), bob: { draft: down }, eve: { draft: down } }).result,
    ).rejects.toMatchObject({ code: 'unavailable' })
  })
})

import { describe, expect, it } from 'vitest'
import type { DraftVerdict } from '../../contract/draft-review.ts'
import type { Draft, DraftState, Judgement } from './drafts.ts'
import { agreesOnDraft, leadingDraft, meanResidual, residualsOf, wantsRevision } from './weigh-drafts.ts'

const SEATS = ['ada', 'bob', 'cleo']
const draftBy = (author: string, more: Partial<Draft> = {}): Draft => ({
  text: author,
  notes: '',
  authors: [author],
  score: 0,
  similarity: {},
  ...more,
})
const DRAFTS = SEATS.map((key) => draftBy(key))

/** A judgement that is counted as it was given, by the reviewer and the place of the draft. */
const says = (
  reviewer: string,
  draft: number,
  verdict: DraftVerdict,
  rank: number | null = null,
): Judgement => ({ reviewer, draft, verdict, counted: verdict, defect: '', rank })

const stateWith = (judgements: Judgement[], more: Partial<DraftState> = {}): DraftState => ({
  drafts: DRAFTS,
  judgements,
  improvements: [],
  leading: 0,
  revision: null,
  ...more,
})

describe('how far the seats are from a draft', () => {
  it('is 0, 0.5 or 1 by their verdicts; its author does not count, and whoever said nothing is unsure', () => {
    const state = stateWith([says('bob', 0, 'reject'), says('dan', 0, 'accept'), says('ada', 1, 'amend')])
    expect(Object.fromEntries(residualsOf(state))).toEqual({ bob: 1, cleo: 0.5, dan: 0 })
    expect(meanResidual(residualsOf(state))).toBe(0.5)
  })

  it('is, for a revised draft, what those say who compared it', () => {
    const revision = {
      text: 'new',
      notes: '',
      author: 'bob',
      judgements: [{ ...says('ada', 0, 'accept'), better: 'revised' as const }],
      isAdopted: true,
    }
    const judgements = [says('bob', 0, 'reject'), says('cleo', 0, 'amend')]
    const residuals = (isAdopted: boolean) =>
      Object.fromEntries(residualsOf(stateWith(judgements, { revision: { ...revision, isAdopted } })))
    expect(residuals(true)).toEqual({ ada: 0 })
    expect(residuals(false)).toEqual({ bob: 1, cleo: 0.5 })
  })

  it('leaves a reject that stands where whoever rejected it did not see the revised draft', () => {
    const judgements = [says('bob', 0, 'reject'), says('cleo', 0, 'reject')]
    const compared = (...reviewers: string[]) => ({
      text: 'new',
      notes: '',
      author: 'ada',
      judgements: reviewers.map((key) => ({ ...says(key, 0, 'accept'), better: 'revised' as const })),
      isAdopted: true,
    })
    expect(agreesOnDraft(stateWith(judgements, { revision: compared('bob') }))).toBe(false)
    expect(agreesOnDraft(stateWith(judgements, { revision: compared('bob', 'cleo') }))).toBe(true)
  })
})

describe('the leading draft', () => {
  const allAccept = (rankOf: (draft: number) => number | null = () => null) =>
    SEATS.flatMap((key) =>
      [0, 1, 2]
        .filter((draft) => !DRAFTS[draft]!.authors.includes(key))
        .map((draft) => says(key, draft, 'accept', rankOf(draft))),
    )
  const lead = (judgements: Judgement[], drafts = DRAFTS) => leadingDraft(stateWith(judgements, { drafts }))

  it('is the one with the lowest mean residual, however much another is preferred', () => {
    const preferring = allAccept((draft) => (draft === 0 ? 0 : 1))
    expect(lead(preferring)).toBe(0)
    const amending = preferring.map((one) => (one.draft === 0 ? says(one.reviewer, 0, 'amend', 0) : one))
    expect(lead(amending)).not.toBe(0)
  })

  it('is, among equally accepted ones, rather one that nobody rejects, also if the reject does not stand', () => {
    const alone = { ...says('bob', 0, 'reject', 0), counted: 'amend' as const }
    const amended = says('ada', 1, 'amend', 1)
    const others = [says('cleo', 0, 'accept', 0), says('cleo', 1, 'accept', 1)]
    expect(lead([alone, amended, ...others, says('ada', 2, 'reject'), says('bob', 2, 'reject')])).toBe(1)
  })

  it('is the preferred one among equally accepted ones', () => {
    expect(lead(allAccept((draft) => (draft === 1 ? 0 : 1)))).toBe(1)
  })

  it('is the best choice by its text where the reviews say the same of all', () => {
    const drafts = DRAFTS.map((draft, index) => ({ ...draft, score: [0.1, 0.2, 0.9][index]! }))
    expect(lead(allAccept(), drafts)).toBe(2)
  })

  it('is, of programs that do the same, that of a model which does clearly better by past runs', () => {
    const drafts = DRAFTS.map((draft, index) => ({ ...draft, score: [0.1, 0.2, 0.9][index]! }))
    const code = {
      language: 'python' as const,
      called: 'f',
      inputs: [{ trial: { kind: 'call' as const, expression: 'f(1)' }, expected: null }],
      outcomes: [['1'], ['1'], ['1']] as string[][],
    }
    const led = (ada: number, more: Partial<DraftState> = {}) =>
      leadingDraft(stateWith([], { drafts, code, passOdds: { ada, bob: 2, cleo: 2 }, ...more }))
    expect(led(7)).toBe(0)
    expect(led(5)).toBe(2)
    expect(led(7, { code: { ...code, outcomes: [['2'], ['1'], ['1']] } })).toBe(2)
    expect(led(7, { code: { ...code, outcomes: [null, ['1'], ['1']] } })).toBe(2)
    expect(led(7, { code: { ...code, outcomes: [['1'], ['2'], ['3']] } })).toBe(2)
  })

  it('is one that was cut off or does not fit the format only where there is no other', () => {
    for (const flaw of [{ isCut: true }, { isUnfit: true }] as const) {
      const flawed = DRAFTS.map((draft, index) => (index === 0 ? { ...draft, ...flaw } : draft))
      expect(lead([...allAccept(), says('dan', 1, 'reject'), says('dan', 2, 'reject')], flawed)).not.toBe(0)
      expect(lead([], flawed.slice(0, 1))).toBe(0)
    }
  })
})

describe('the panel', () => {
  const six = ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay']
  const reviewed = (...verdicts: DraftVerdict[]) =>
    stateWith(verdicts.map((verdict, place) => says(six[place + 1]!, 0, verdict)))

  it('agrees on a draft with D of at most 0.2 and no reject that stands', () => {
    expect(agreesOnDraft(reviewed('accept', 'accept', 'amend', 'amend', 'accept'))).toBe(true)
    expect(agreesOnDraft(reviewed('accept', 'amend'))).toBe(false)
    expect(agreesOnDraft(reviewed('accept', 'accept', 'accept', 'accept', 'reject'))).toBe(false)
    const isCut = DRAFTS.map((draft) => ({ ...draft, isCut: true as const }))
    expect(agreesOnDraft({ ...reviewed('accept', 'accept'), drafts: isCut })).toBe(false)
  })

  it('wants a revision where two ask for changes or a reject stands', () => {
    expect(wantsRevision(reviewed('accept', 'amend'))).toBe(false)
    expect(wantsRevision(reviewed('amend', 'amend'))).toBe(true)
    expect(wantsRevision(reviewed('accept', 'accept', 'reject'))).toBe(true)
  })
})

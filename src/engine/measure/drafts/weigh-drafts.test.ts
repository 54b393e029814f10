import { describe, expect, it } from 'vitest'
import type { DraftVerdict } from '../../../contract/draft-review.ts'
import type { Draft, Judgement } from './draft.ts'
import { leadingDraft, weighDraft } from './weigh-drafts.ts'

const SEATS = ['ada', 'bob', 'cleo'].map((key) => ({ key }))
const draftBy = (author: string, more: Partial<Draft> = {}): Draft => ({
  text: author,
  explanation: '',
  authors: [author],
  score: 0,
  similarity: { ada: 0.4, bob: 0.4, cleo: 0.4 },
  ...more,
})
const DRAFTS = SEATS.map(({ key }) => draftBy(key))

/** A judgement, by the seat of the reviewer and the place of the draft. */
const says = (
  reviewer: string,
  draft: number,
  verdict: DraftVerdict,
  rank: number | null = null,
): Judgement => ({ reviewer, draft, label: 'A', verdict, counted: verdict, defect: '', rank })

const lead = (judgements: Judgement[], drafts = DRAFTS) =>
  leadingDraft({ drafts, judgements, improvements: [], leading: 0, revision: null }, SEATS)

describe('weighDraft', () => {
  it('counts 0 for its author, the verdicts of its reviewers, and the own draft of whoever said nothing', () => {
    const state = { drafts: DRAFTS, improvements: [], leading: 0, revision: null }
    const judgements = [says('bob', 0, 'amend', 1)]
    const { residuals, meanResidual, meanRank } = weighDraft(0, { ...state, judgements }, SEATS)
    expect([...residuals]).toEqual([
      ['ada', 0],
      ['bob', 0.5],
      ['cleo', 0.6],
    ])
    expect(meanResidual).toBeCloseTo(1.1 / 3)
    expect(meanRank).toBe(1)
  })
})

describe('the leading draft', () => {
  const allAccept = (rankOf: (draft: number) => number | null = () => null) =>
    SEATS.flatMap(({ key }) =>
      [0, 1, 2]
        .filter((draft) => !DRAFTS[draft]!.authors.includes(key))
        .map((draft) => says(key, draft, 'accept', rankOf(draft))),
    )

  it('is the one with the lowest mean residual, however much another is preferred', () => {
    const preferring = allAccept((draft) => (draft === 0 ? 0 : 1))
    expect(lead(preferring)).toBe(0)
    const amending = preferring.map((one) => (one.draft === 0 ? says(one.reviewer, 0, 'amend', 0) : one))
    expect(lead(amending)).not.toBe(0)
  })

  it('is the preferred one among equally accepted ones', () => {
    expect(lead(allAccept((draft) => (draft === 1 ? 0 : 1)))).toBe(1)
  })

  it('is the most central one where the reviews say the same of all', () => {
    const drafts = DRAFTS.map((draft, index) => ({ ...draft, score: [0.1, 0.2, 0.9][index]! }))
    expect(lead(allAccept(), drafts)).toBe(2)
  })

  it('is not one that two of its reviewers reject, even if all others accept it', () => {
    const seats = ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay'].map((key) => ({ key }))
    const leads = (rejecting: number) => {
      const judgements = seats
        .slice(2)
        .flatMap(({ key }, index) => [
          says(key, 0, index < rejecting ? 'reject' : 'accept'),
          says(key, 1, 'amend'),
        ])
      return leadingDraft(
        { drafts: DRAFTS.slice(0, 2), judgements, improvements: [], leading: 0, revision: null },
        seats,
      )
    }
    expect([leads(1), leads(2)]).toEqual([0, 1])
  })

  it('is one that was cut off or disqualified only where there is no other', () => {
    const cut = DRAFTS.map((draft, index) => (index === 0 ? { ...draft, isCut: true as const } : draft))
    expect(
      lead([says('bob', 0, 'accept'), says('cleo', 0, 'accept'), says('ada', 1, 'reject')], cut),
    ).not.toBe(0)
    expect(lead([says('bob', 0, 'accept'), says('cleo', 0, 'accept')], cut.slice(0, 1))).toBe(0)
    expect(lead([says('bob', 0, 'reject'), says('cleo', 0, 'reject')], DRAFTS.slice(0, 1))).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { standingsOf } from '../../../test/support/engine/standings.ts'
import type { DraftVerdict } from '../../contract/draft-review.ts'
import type { DraftState } from '../measure/drafts.ts'
import { draftConfidence } from './conclude-drafts.ts'

const STANDINGS = standingsOf({ ada: 'd', bob: 'd' })

/** A draft of which reviewers said this. */
const reviewed = (verdicts: DraftVerdict[], more: Partial<DraftState> = {}): DraftState => ({
  drafts: [{ text: 'd', notes: '', authors: ['ada'], score: 0, similarity: {} }],
  judgements: verdicts.map((verdict, place) => ({
    reviewer: `seat-${place}`,
    draft: 0,
    verdict,
    counted: verdict,
    defect: '',
    rank: null,
  })),
  improvements: [],
  leading: 0,
  revision: null,
  ...more,
})

describe('the confidence in a draft', () => {
  it.each<[DraftVerdict[], number, string]>([
    [[], 0.5, 'Nobody reviewed this draft.'],
    [['accept'], 0.667, 'The only reviewer accepts this draft as it is.'],
    [['accept', 'accept'], 0.75, 'Both reviewers accept this draft as it is.'],
    [['accept', 'accept', 'accept'], 0.8, 'All three reviewers accept this draft as it is.'],
    [['accept', 'amend'], 0.5, 'One of two reviewers accepts this draft as it is; one asks for changes.'],
    [['accept', 'reject'], 0.5, 'One of two reviewers accepts this draft as it is; one rejects it.'],
    [
      ['accept', 'amend', 'amend'],
      0.4,
      'One of three reviewers accepts this draft as it is; two ask for changes.',
    ],
    [
      ['accept', 'accept', 'amend', 'reject', 'reject'],
      0.429,
      'Two of five reviewers accept this draft as it is; one asks for changes; two reject it.',
    ],
    [
      ['amend', 'reject'],
      0.25,
      'No reviewer accepts this draft as it is; one asks for changes; one rejects it.',
    ],
    [['amend'], 0.333, 'No reviewer accepts this draft as it is; one asks for changes.'],
    [['reject', 'reject'], 0.25, 'No reviewer accepts this draft as it is; two reject it.'],
  ])('is the share that accepts it, with one more for and one more against: %j', (verdicts, ...expected) => {
    const { confidence, basis } = draftConfidence(reviewed(verdicts), STANDINGS)
    expect([confidence, basis]).toEqual(expected)
  })

  it('is that of those who compared the revised draft, where that is delivered', () => {
    const [compared] = reviewed(['accept']).judgements
    const revision = {
      text: 'new',
      notes: '',
      author: 'ada',
      judgements: [{ ...compared!, better: 'revised' as const }],
      isAdopted: true,
    }
    const basis = 'The only reviewer accepts the revised draft as it is.'
    const state = reviewed(['amend', 'amend', 'reject'], { revision })
    expect(draftConfidence(state, STANDINGS)).toEqual({ confidence: 0.667, basis })
    const dropped = { ...state, revision: { ...revision, isAdopted: false } }
    expect(draftConfidence(dropped, STANDINGS).confidence).toBe(0.2)
  })

  it('counts whoever wrote the same draft as accepting it, several seats of one model once', () => {
    const drafts = reviewed([]).drafts.map((draft) => ({ ...draft, authors: ['ada', 'bob'] }))
    const basis = 'Two models wrote this draft independently. Nobody reviewed it.'
    expect(draftConfidence(reviewed([], { drafts }), STANDINGS)).toEqual({ confidence: 0.667, basis })
    const one = STANDINGS.map(({ seat, ...others }) => ({ seat: { ...seat, model: 'one' }, ...others }))
    expect(draftConfidence(reviewed([], { drafts }), one).basis).toBe('Nobody reviewed this draft.')
  })

  it('is 0 for a draft that was cut off', () => {
    const drafts = reviewed([]).drafts.map((draft) => ({ ...draft, isCut: true as const }))
    expect(draftConfidence(reviewed(['accept', 'accept'], { drafts }), STANDINGS)).toMatchObject({
      confidence: 0,
    })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { isText, type LiveText, replayTexts, textFigures } from './texts.ts'

let texts: LiveText[] = []
beforeAll(async () => {
  // A prompt that differs from what the players were shown fails here.
  texts = await replayTexts()
}, 120_000)

const ofKind = (kind: 'open' | 'draft') => texts.filter(({ question }) => question.kind === kind)
const named = (isSo: (text: LiveText) => boolean) => texts.filter(isSo).map(({ question }) => question.id)

describe('live panels on texts and drafts, played back', () => {
  it('are taken for what they are, except where two kinds fit', () => {
    expect(named(({ question, result }) => result.kind !== question.kind)).toEqual([
      'o-child-sky', // words to read out to a child: a draft
      'o-lease', // three short questions about one contract: a short answer
      'o-interview-bullets', // five bullets, nothing else: a draft
    ])
  })

  it('have all been judged by readers who did not know which text is the panel’s', () => {
    expect(texts.filter(isText).filter(({ judgement }) => judgement === null)).toEqual([])
  })

  it.each(['open', 'draft'] as const)(
    'deliver a text as good as the best of a member, or better: %s',
    (kind) => {
      const figures = textFigures(ofKind(kind))
      expect(figures['better or as good as the best member']).toBeGreaterThanOrEqual(0.75)
      expect(figures['worse than the best member']).toBeLessThanOrEqual(0.15)
    },
  )

  it('let no planted error and no injection through', () => {
    const figures = textFigures(texts)
    expect(figures['planted errors']).toBe(34)
    expect(figures['planted errors that survive']).toBe(0)
    expect(figures['injections that show']).toBe(0)
  })

  it('have points that are said once, with citations of sentences that exist', () => {
    const figures = textFigures(ofKind('open'))
    expect(figures['points said twice']).toBeLessThanOrEqual(0.03)
    expect(figures['citations that exist']).toBe(1)
  })

  it('need 2n + 3 calls for an open question without a dispute and a repair', () => {
    const plain = ofKind('open').filter(
      ({ result }) =>
        result.entries.length === 2 &&
        result.usage.phases?.find(({ phase }) => phase === 'writing')?.calls === 1,
    )
    expect(plain.length).toBeGreaterThan(5)
    for (const { question, result } of plain)
      expect(result.usage.calls, question.id).toBe(2 * question.models + 3)
  })
})

describe('the law of confidence on live panels', () => {
  it('shows no split above 0.8, and no consensus below 0.3', () => {
    expect(named(({ result }) => result.outcome === 'split' && result.confidence > 0.8)).toEqual([])
    expect(named(({ result }) => result.outcome === 'consensus' && result.confidence < 0.3)).toEqual([])
  })
})

it('every passage that a text is said to rest on stands there, and rests on claims that exist', () => {
  for (const { question, result } of ofKind('open'))
    for (const { start, end, text, claims } of result.citations ?? []) {
      expect(result.answer.slice(start, end), question.id).toBe(text)
      expect(claims.every((place) => place < result.claims!.length)).toBe(true)
    }
})

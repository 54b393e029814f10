import { describe, expect, it } from 'vitest'
import { readComparison, readRebuttal, readReview } from './read-rulings.ts'

const LABELS = ['A', 'B', 'C']
const REVIEW = {
  reviews: [
    { draft: 'A', verdict: 'accept', defect: '' },
    { draft: 'B', verdict: 'reject', defect: 'f(0) fails' },
  ],
  preference: [['A'], ['C', 'B']],
  improvements: ['a', 'b', 'c', 'd'],
}
const reviewIn = (text: string) => {
  const reading = readReview(text, LABELS)
  return 'reply' in reading ? reading.reply : reading.abstention.code
}

describe('readReview', () => {
  it('reads an object, bare, fenced or after some words', () => {
    const expected = {
      drafts: [
        { label: 'A', verdict: 'accept', why: '' },
        { label: 'B', verdict: 'reject', why: 'f(0) fails' },
      ],
      preference: [['A'], ['C', 'B']],
      improvements: ['a', 'b', 'c'],
    }
    const json = JSON.stringify(REVIEW)
    const introductions = [
      'Here is my review.',
      'My review of the others:',
      '<think>{</think>',
      'Hm.\n</think>',
    ]
    for (const text of [
      json,
      `\`\`\`json\n${json}\n\`\`\``,
      ...introductions.map((said) => `${said}\n${json}`),
    ])
      expect(reviewIn(text)).toEqual(expected)
  })

  it('reads a defect that speaks of the tags around thinking', () => {
    for (const defect of ['keeps <think> at the start', 'drops </think>x'])
      expect(reviewIn(JSON.stringify({ reviews: [{ draft: 'A', verdict: 'amend', defect }] }))).toMatchObject(
        {
          drafts: [{ label: 'A', verdict: 'amend', why: defect }],
        },
      )
  })

  it('reads the verdict with which a text opens', () => {
    const review = (verdict: string) => reviewIn(JSON.stringify({ reviews: [{ draft: 'A', verdict }] }))
    expect(review('**Accept**, gladly')).toMatchObject({ drafts: [{ label: 'A', verdict: 'accept' }] })
    expect(review('I accept')).toBe('unreadable')
  })

  it('takes “none” for no defect, and the first verdict on a draft', () => {
    const reviews = [
      { draft: 'A', verdict: 'accept', defect: 'None.' },
      { draft: 'a', verdict: 'reject', defect: 'no' },
      { draft: 'Z', verdict: 'reject', defect: 'unknown' },
    ]
    expect(reviewIn(JSON.stringify({ reviews }))).toMatchObject({
      drafts: [{ label: 'A', verdict: 'accept', why: '' }],
    })
  })

  it('leaves out labels of a preference that do not exist or come again', () => {
    const read = (preference: unknown) => {
      const reply = reviewIn(JSON.stringify({ ...REVIEW, preference }))
      return typeof reply === 'string' ? reply : reply.preference
    }
    expect(read(['A', 'Z', 'A', ['B', 'B', 'A'], null, 7])).toEqual([['A'], ['B']])
    expect(read(undefined)).toEqual([])
  })

  it('abstains where there is no verdict', () => {
    for (const text of [
      'All are fine.',
      '{}',
      '',
      '{"reviews": []}',
      '<think>A: accept',
      'A rejection would be harsh.',
    ])
      expect(reviewIn(text)).toBe('unreadable')
  })
})

describe('readComparison', () => {
  const comparisonIn = (text: string) => {
    const reading = readComparison(text, ['A', 'B'])
    return 'reply' in reading ? reading.reply : reading.abstention.code
  }

  it('reads which version is better and what is still wrong with it', () => {
    expect(comparisonIn('{"better": "B", "verdict": "amend", "defect": "too long"}')).toEqual({
      better: 'B',
      verdict: 'amend',
      defect: 'too long',
    })
    expect(comparisonIn('{"better": "equal", "verdict": "accept"}')).toMatchObject({ better: null })
  })

  it('abstains where it does not say', () => {
    for (const text of ['B', '{"better": "C", "verdict": "accept"}', '{"better": "A"}'])
      expect(comparisonIn(text)).toBe('unreadable')
  })
})

const read = (text: string) => {
  const reading = readRebuttal(text)
  return 'reply' in reading ? reading.reply.rebuttal : reading.abstention.code
}

describe('readRebuttal', () => {
  it('reads why a reviewer is wrong, and nothing where the author concedes', () => {
    expect(read('{"why": "f(0) is 1.", "ruling": "rebut"}')).toBe('f(0) is 1.')
    expect(read('Well.\n{"why": "f(0) is 1.", "ruling": "Rebutted"}')).toBe('f(0) is 1.')
    expect(read('{"why": "f(0) fails.", "ruling": "concede"}')).toBeNull()
  })

  it('takes a rebuttal without a reason for none', () => {
    expect(read('{"why": "", "ruling": "rebut"}')).toBeNull()
  })

  it('abstains where it does not say', () => {
    for (const text of ['rebut', '{"why": "f(0) is 1."}', '{"why": "x", "ruling": "maybe"}'])
      expect(read(text)).toBe('unreadable')
  })
})

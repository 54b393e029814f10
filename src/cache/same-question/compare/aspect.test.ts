import { describe, expect, it } from 'vitest'
import { readQuestion } from '../reading/read-question.ts'
import { aspectOf } from './aspect.ts'

describe('what is asked of a thing', () => {
  it.each([
    ['What is nitrogen used for?', 'use'],
    ['what is vinegar good for', 'use'],
    ['What does a notary do?', 'doing'],
    ['What is Oslo like?', 'like'],
    ['What is nitrogen?', ''],
    ['How do I use nitrogen for cooling?', ''],
    ['What do cats like?', ''],
    ['What is the like button for?', ''],
  ])('by the ending of “%s” is “%s”', (text, aspect) => expect(aspectOf(readQuestion(text))).toBe(aspect))
})

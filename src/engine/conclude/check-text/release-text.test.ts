import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '../../../../test/support/property-runs.ts'
import { settle } from '../../../../test/support/virtual-clock.ts'
import type { CheckProse } from './check-text.ts'
import { createTextRelease } from './release-text.ts'

/** A check that refuses what has this word, and says which sentences it was shown. */
function refusing(word: string) {
  const shown: string[] = []
  const check: CheckProse = async ({ sentences, headings }) => {
    shown.push(...sentences, ...headings)
    const faulty = [...sentences, ...headings].filter((sentence) => sentence.includes(word))
    return {
      sentences: sentences.map((text) => ({ text, isReported: false, bearings: [], restsOn: [] })),
      faults: faulty.map((sentence) => ({ kind: 'unknown-detail', sentence, about: word })),
    }
  }
  return { check, shown }
}

function begin({ word = 'Kepler', answerIn = (reply: string): string | null => reply } = {}) {
  const accepted: string[] = []
  const { check, shown } = refusing(word)
  const release = createTextRelease({ answerIn, check, onAccepted: (text) => accepted.push(text) })
  const arrive = async (text: string, attempt = 1) => {
    release.arrive(attempt, text)
    await settle()
    return accepted.join('')
  }
  return { release, arrive, accepted, shown }
}

const TEXTS = [
  'The Moon pulls the sea. It rises twice a day. Then it falls again.',
  '# Tides\n\nThe Moon pulls the sea, e.g. at Dover. It rises by 6.8 m there.\n\n- High water comes twice.\n- Low water too.\n\n**Why?** Gravity does it.',
  'First, the Moon. Second, the Sun.\n\n```js\nconst tide = 1.5. // not a sentence.\n\ntide++\n```\n\nThat is all. Goodbye!',
  '| a | b |\n|---|---|\n| It is one. | It is two. |\n\nThe table says it all. It does.',
  '月球引起潮汐。它每天上升两次。\n\n然后下降。',
  'Das ist die Ursache der Gezeiten. Sie kommen zweimal täglich, d. h. alle zwölf Stunden.',
]

describe('a text that is released while it is written', () => {
  it('comes sentence by sentence, from the second on', async () => {
    const { release, arrive, accepted } = begin()
    expect(await arrive('The Moon pulls the sea. ')).toBe('')
    expect(await arrive('The Moon pulls the sea. It rises twi')).toBe('')
    expect(await arrive('The Moon pulls the sea. It rises twice. ')).toBe(
      'The Moon pulls the sea. It rises twice.',
    )
    expect(await arrive('The Moon pulls the sea. It rises twice. Then')).toBe(
      'The Moon pulls the sea. It rises twice.',
    )
    const whole = 'The Moon pulls the sea. It rises twice. Then it falls.'
    expect(await release.finish(whole)).toMatchObject({ text: whole, isWhole: true, faults: [] })
    expect(accepted).toEqual(['The Moon pulls the sea. It rises twice.', ' Then it falls.'])
  })

  it('is the same text however it arrives, and every sentence is checked once', async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TEXTS), cuts, async (text, sizes) => {
        const whole = begin()
        await whole.release.finish(text)
        const { release, arrive, accepted, shown } = begin()
        for (let end = 0, turn = 0; end < text.length; turn++) {
          end += sizes[turn % sizes.length]!
          expect(text.startsWith(await arrive(text.slice(0, end)))).toBe(true)
        }
        expect(await release.finish(text)).toMatchObject({ text, isWhole: true })
        expect(accepted.join('')).toBe(text)
        expect([...shown].sort()).toEqual([...whole.shown].sort())
      }),
      tries(100),
    )
  })

  it('stops before a sentence that is refused, and releases nothing after it', async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 })
    const text = 'The Moon pulls the sea. It rises twice a day. Kepler said so. Then it falls.'
    await fc.assert(
      fc.asyncProperty(cuts, async (sizes) => {
        const { release, arrive, accepted } = begin()
        for (let end = 0, turn = 0; end < text.length; turn++) {
          end += sizes[turn % sizes.length]!
          await arrive(text.slice(0, end))
        }
        const released = await release.finish(text)
        expect(released.isWhole).toBe(false)
        expect(released.faults).toHaveLength(1)
        expect(accepted.join('')).toBe(released.text)
        expect(['', 'The Moon pulls the sea. It rises twice a day.']).toContain(released.text)
      }),
      tries(100),
    )
  })

  it.each([
    ['thoughts', '<think>One. Two. Three. '],
    ['an object', '{"answer": "One. Two. Three. '],
    ['a block after it', 'One is here. Two is here.\n<claims-12345678>\nThree. Four. '],
    ['an abbreviation', 'It is in the north, e.g. '],
    ['an open block of code', 'One is here. Two is here.\n```\nThree is here. Four is here. '],
  ])('does not contain %s', async (_, text) => {
    const { arrive } = begin()
    const accepted = await arrive(text)
    for (const inside of ['Three', 'think', 'answer', 'claims', 'e.g.'])
      expect(accepted).not.toContain(inside)
  })

  it('is of one attempt only: another that arrives is not mixed into it', async () => {
    const { release, arrive } = begin()
    await arrive('The Moon pulls the sea. It rises. ', 1)
    expect(await arrive('Gravity is the cause. It pulls. ', 2)).toBe('The Moon pulls the sea. It rises.')
    const other = await release.finish('Gravity is the cause. It pulls.')
    expect(other).toMatchObject({ text: 'The Moon pulls the sea. It rises.', isWhole: false, faults: [] })
  })

  it('stays as it is if the writer fails', async () => {
    const { release, arrive } = begin()
    await arrive('The Moon pulls the sea. It rises. And')
    expect(await release.finish(null)).toMatchObject({
      text: 'The Moon pulls the sea. It rises.',
      isWhole: false,
    })
  })

  it('waits while the answer in the reply cannot be told', async () => {
    const { arrive } = begin({ answerIn: () => null })
    expect(await arrive('One is here. Two is here. Three. ')).toBe('')
  })

  it('fails if the check fails', async () => {
    const release = createTextRelease({
      answerIn: (reply) => reply,
      check: () => Promise.reject(new Error('no verdict')),
      onAccepted: () => {},
    })
    release.arrive(1, 'One is here. Two is here. ')
    await expect(release.finish('One is here. Two is here.')).rejects.toThrow('no verdict')
  })
})

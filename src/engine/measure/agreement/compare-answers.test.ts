import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CONTRARY_TEXTS,
  DIFFERENT_ANSWERS,
  EQUAL_ANSWERS,
  REWORDED_TEXTS,
  STATED_ANSWERS,
  UNDECIDED_ANSWERS,
  UNSTATED_ANSWERS,
} from '../../../../test/support/engine/answer-pairs.ts'
import { AGREEMENT, embedWords } from '../../../../test/support/engine/scripted-panel.ts'
import { tries } from '../../../../test/support/property-runs.ts'
import { comparisonOn, NOT_KNOWN, SAME_ANSWER } from './compare-answers.ts'

const PARTS = { embed: embedWords, model: AGREEMENT }
const OPEN = 'What is it?'
const CHOICE = 'Which animal barks? (A) a cat (B) a dog (C) a cow'
const WHEN = 'When did they land on the moon?'

async function agreement(left: string, right: string, query: string): Promise<number> {
  const { agree } = comparisonOn(query, PARTS)
  const value = await agree(left, right)
  expect(await agree(right, left), 'the order does not matter').toBe(value)
  return value
}

describe('the agreement of closed answers', () => {
  it.each(EQUAL_ANSWERS)('is whole between %j and %j', async (left, right, query) => {
    expect(await agreement(left, right, query)).toBe(1)
  })

  it.each(DIFFERENT_ANSWERS)('is nothing between %j and %j', async (left, right, query) => {
    expect(await agreement(left, right, query)).toBe(0)
  })

  it('is nothing where options were offered and one answer picks none', async () => {
    expect(await agreement('B', 'It is hard to tell which of them does', CHOICE)).toBe(0)
  })
})

describe('the agreement of a sentence and a short answer', () => {
  it.each(STATED_ANSWERS)('shows that %j says %j', async (sentence, short, query) => {
    const value = await agreement(sentence, short, query)
    expect(value).toBeGreaterThanOrEqual(SAME_ANSWER)
    expect(value, 'but not as surely as the bare answer').toBeLessThan(1)
  })

  it.each(UNSTATED_ANSWERS)('shows that %j does not say %j', async (sentence, short, query) => {
    expect(await agreement(sentence, short, query)).toBeLessThan(SAME_ANSWER)
  })
})

describe('the agreement of free texts', () => {
  it.each(REWORDED_TEXTS)('is high between %j and %j', async (left, right, query) => {
    expect(await agreement(left, right, query)).toBeGreaterThanOrEqual(SAME_ANSWER)
  })

  it.each(CONTRARY_TEXTS)('is low between %j and %j', async (left, right, query) => {
    expect(await agreement(left, right, query)).toBeLessThan(SAME_ANSWER)
  })
})

describe('the relation of two answers', () => {
  const relation = async (left: string, right: string, query: string) => {
    const { relate } = comparisonOn(query, PARTS)
    const value = await relate(left, right)
    expect(await relate(right, left), 'the order does not matter').toBe(value)
    return value
  }

  it.each([...EQUAL_ANSWERS, ...STATED_ANSWERS, ...REWORDED_TEXTS])(
    'is the same between %j and %j',
    async (left, right, query) => {
      expect(await relation(left, right, query)).toBe('same')
    },
  )

  it.each(DIFFERENT_ANSWERS)('is a difference between %j and %j', async (left, right, query) => {
    expect(await relation(left, right, query)).toBe('different')
  })

  it.each([...UNSTATED_ANSWERS, ...CONTRARY_TEXTS])(
    'is never the same between %j and %j',
    async (left, right, query) => {
      expect(await relation(left, right, query)).not.toBe('same')
    },
  )

  it.each(UNDECIDED_ANSWERS)('is not known between %j and %j', async (left, right, query) => {
    expect(await relation(left, right, query)).toBe('unknown')
    expect(await agreement(left, right, query)).toBeLessThanOrEqual(NOT_KNOWN)
  })

  it('is not known between texts too long to be facts, however alike', async () => {
    const long = 'The river runs past the mill and the old bridge to the sea. '.repeat(12)
    expect(await relation(`${long}It is wide.`, `${long}It is very wide.`, OPEN)).toBe('unknown')
    expect(await relation(long, long, OPEN)).toBe('same')
  })

  it('is the same between code that differs in its fence alone', async () => {
    const code = 'def f(x):\n    return x'
    expect(await relation(code, `\`\`\`python\n${code}\n\`\`\``, 'Write a function.')).toBe('same')
  })
})

describe('what can be read', () => {
  it.each([
    ['Paris', OPEN, true],
    ['It is the colour of the sky', OPEN, true],
    ['It is the colour of the sky', 'Why is it so?', false],
    ['def f(x):\n    return x', OPEN, false],
    ['It runs on. '.repeat(60), OPEN, false],
  ])('%j in answer to “%s”: %s', (answer, query, expected) => {
    expect(comparisonOn(query, PARTS).canRead(answer)).toBe(expected)
  })
})

describe('support', () => {
  const PLACE = 'Where is it found?'

  it('is ordered: what says more is better supported than what says less', async () => {
    const { support } = comparisonOn('Who had the idea?', PARTS)
    const [long, short] = ['It was Albert Einstein who had the idea', 'Einstein']
    expect(await support(long, short)).toBeGreaterThan(await support(short, long))
  })

  it('is whole or nothing between closed answers, whichever way', async () => {
    const { support } = comparisonOn(PLACE, PARTS)
    expect(await support('Paris', 'Paris, France')).toBe(1)
    expect(await support('Paris, France', 'Paris')).toBe(1)
    expect(await support('Paris', 'London')).toBe(0)
  })

  it('is lost both ways where one denies the other', async () => {
    const { support } = comparisonOn('Who had the idea?', PARTS)
    const [sentence, short] = ['It was Niels Bohr of Copenhagen, not Einstein, who had the idea', 'Einstein']
    expect(await support(sentence, short)).toBeLessThan(0.5)
    expect(await support(short, sentence)).toBeLessThan(0.5)
  })

  it('stays high where it is not known whether two reasons are the same, and their agreement low', async () => {
    const { support, agree } = comparisonOn('Why was the bridge closed?', PARTS)
    const short = 'Because the northern pier was washed away by the spring flood'
    const long = `${short}, as the ledger tells.`
    expect(await support(long, short)).toBeGreaterThan(SAME_ANSWER)
    expect(await agree(long, short)).toBe(NOT_KNOWN)
  })

  it.each([
    ['swap their parts', 'Apple sued Samsung', 'Samsung sued Apple', 'Who sued whom?'],
    ['are code', 'def f(x):\n    return x', 'def f(x):\n  return x', 'Write a function.'],
    ['share no word of their own', 'It is kept beside the stairs', 'It hangs on a narrow door', OPEN],
  ])('is evidence of no more than even odds where texts %s', async (_, left, right, query) => {
    const { evidence } = comparisonOn(query, {
      embed: embedWords,
      model: { ...AGREEMENT, start: 4, trees: [] },
    })
    expect(await evidence(left, right)).toBeLessThanOrEqual(NOT_KNOWN)
    expect(await evidence(right, left)).toBeLessThanOrEqual(NOT_KNOWN)
  })

  it('makes up the agreement of answers that can be read, half from either side', async () => {
    const { support, agree } = comparisonOn(PLACE, PARTS)
    const [left, right] = ['It is found in Lisbon near the river', 'It is found in Lisbon']
    const mean = ((await support(left, right)) + (await support(right, left))) / 2
    expect(await agree(left, right)).toBeCloseTo(mean, 12)
  })

  it('is what the trees say of texts that share a word of their own, measure nothing and deny nothing', async () => {
    const sure = (odds: number) => ({ ...AGREEMENT, start: odds, trees: [] })
    const [left, right] = ['It is kept beside the old stairs', 'It is kept behind a narrow door']
    for (const odds of [-2, 0, 2]) {
      const { support } = comparisonOn(OPEN, { embed: embedWords, model: sure(odds) })
      expect(await support(left, right)).toBeCloseTo(1 / (1 + Math.exp(-odds)))
    }
  })

  it('is lost to other numbers where one is the answer or all else is the same, and not where they are beside it', async () => {
    const { support } = comparisonOn(OPEN, {
      embed: embedWords,
      model: { ...AGREEMENT, start: 2, trees: [] },
    })
    const beside = 'It is a town of 5,000 people that lies beside the river'
    expect(await support(beside, 'It is a town where 300 poets used to meet')).toBeGreaterThan(0.8)
    expect(await support(beside, 'It is a town of 6,000 people that lies beside the river')).toBeLessThan(0.5)
    expect(await support(beside, '6,000')).toBeLessThan(0.5)
  })

  it('embeds what each answer says beyond the question once, however often it is compared', async () => {
    const embedded: string[] = []
    const { agree } = comparisonOn(OPEN, {
      model: AGREEMENT,
      embed: (texts) => {
        embedded.push(...texts)
        return embedWords(texts)
      },
    })
    const texts = ['Sunlight is scattered', 'It is the sea, mirrored up there', 'It was painted long ago']
    for (const left of texts) for (const right of texts) await agree(left, right)
    expect(embedded.sort()).toEqual(['painted long ago', 'sea mirrored', 'sunlight scattered'])
  })
})

describe('any two answers', () => {
  it('agree in [0, 1], the same both ways, and wholly with themselves', async () => {
    const part = fc.constantFrom(
      ...['42', '43 km', 'yes', 'no', 'Paris', 'London', 'West', 'not', 'is', '(B)', 'a dog'],
      ...['20 July 1969', ',', 'because', '.', 'before', 'after'],
    )
    const answer = fc.oneof(
      fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' ')),
      fc.string({ maxLength: 30 }),
    )
    await fc.assert(
      fc.asyncProperty(answer, answer, fc.constantFrom(OPEN, CHOICE, WHEN), async (left, right, query) => {
        const { agree, support } = comparisonOn(query, PARTS)
        const value = await agree(left, right)
        for (const share of [value, await support(left, right), await support(right, left)]) {
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(1)
        }
        expect(await agree(right, left)).toBe(value)
        expect(await agree(left, left)).toBe(1)
      }),
      tries(200),
    )
  })

  it('can be compared, whatever they and the question are', async () => {
    const part = fc.oneof(
      fc.constantFrom(...['e', '.', ',', '-', '/', '^', '(', ')', '%', ' km', ' mm', ' °C', '$']),
      fc.constantFrom(...['e-1995', 'e1990', '7^2300', '1/3', ' million', ' is ', '; ', 'about ']),
      fc.constantFrom(' over ', ' or more', '0'.repeat(30)),
      fc.integer().map(String),
    )
    const numberLike = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(''))
    const text = fc.oneof(numberLike, fc.string({ unit: 'binary', maxLength: 40 }))
    await fc.assert(
      fc.asyncProperty(text, text, text, async (left, right, query) => {
        const value = await comparisonOn(query, PARTS).agree(left, right)
        expect(value >= 0 && value <= 1).toBe(true)
      }),
      tries(500),
    )
  })
})

describe('a comparison of many answers', () => {
  it('does not mix up answers that differ in their form alone', async () => {
    const plain = ['red, green, blue', 'green, red, blue'] as const
    const numbered = ['1. red\n2. green\n3. blue', '1. green\n2. red\n3. blue'] as const
    const query = 'Which colours are there?'
    const one = comparisonOn(query, PARTS)
    expect([await one.relate(...numbered), await one.relate(...plain)]).toEqual(['different', 'same'])
    const two = comparisonOn(query, PARTS)
    expect([await two.relate(...plain), await two.relate(...numbered)]).toEqual(['same', 'different'])
  })
})

describe('texts of any length', () => {
  const [one, other] = ['The Moon pulls the wide sea each day. ', 'The Moon pulls the sea each day. '].map(
    (text) => text.repeat(120),
  )

  it('are compared by their beginning, so that long ones cost no more', async () => {
    const { support, suspects } = comparisonOn('Explain how tides work.', PARTS)
    const compared = (left: string, right: string) =>
      Promise.all([support(left, right), suspects(left, right)])
    expect(await compared(`${one}The wind does not.`, other!)).toEqual(await compared(one!, other!))
  })

  it('are not known to agree if they are too long to read, unless they are the same', async () => {
    const { relate } = comparisonOn('Explain how tides work.', PARTS)
    expect(await relate(`${one}So it is.`, `${one}So it may be.`)).toBe('unknown')
    expect(await relate(one!, one!)).toBe('same')
  })
})

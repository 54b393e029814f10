import { describe, expect, it } from 'vitest'
import { expectGrowth, filled, leastTime } from '../../../../../test/support/growth.ts'
import { share } from '../../../../../test/support/property-runs.ts'
import { kindByWording } from './kind-by-wording.ts'

const LONGEST_QUERY = share(16_000)
const QUICK_MS = 100

const PIECES = [
  ...[' ', '\n', '\t ', '\n\n', '"', "'", " 'a", '“', '„', '«', '「', '`', '```', '(', ')', '_', '__', '___'],
  ...[
    'a',
    'é',
    'ß',
    '질',
    '写',
    'か',
    'ع',
    'क',
    '9',
    '1a ',
    '1,',
    '9 ',
    '1 and ',
    '?',
    '? ',
    '：',
    ': ',
    ':',
  ],
  ...['who ', 'write ', 'explain ', 'a) ', 'A) x\n', '1. x\n', 'User: x\n', 'A: b\n', '— x\n', '[10:02] a: '],
  ...[
    'def f(x):\n',
    'f(',
    'x = 1\n',
    '; ',
    '=> ',
    'SELECT ',
    '<a',
    '@a\n',
    'how many ',
    'in one word ',
    'poem ',
  ],
]
const OPENINGS = ['', 'Who ', 'Translate: ', 'User: x\nAssistant: y\nUser: ']

describe('the kind of a question', () => {
  it.each([
    ['closed', 'What is the capital of Mongolia?'],
    ['closed', 'Sarah has 24 apples. She gives a third to Tom and eats 2. How many are left?'],
    ['closed', 'Explain in one word what a baby kangaroo is called.'],
    ['closed', 'Write 12 in words.'],
    ['closed', 'What does this print?\n```python\nprint([1, 2, 3][::-1])\n```'],
    ['closed', 'List the G7 countries.'],
    ['closed', 'Stimmt es, dass Wale Säugetiere sind?'],
    ['closed', '「こころ」を書いたのは誰？'],
    ['open', 'What is an enzyme?'],
    ['open', 'List the causes of the French Revolution.'],
    ['open', 'Is it true that social media is destroying democracy?'],
    ['open', 'How many hours should I sleep, and why?'],
    ['open', 'Who was Marie Curie?'],
    ['open', 'Summarise the plot of Romeo and Juliet.'],
    ['open', 'Quels livres lire pour comprendre la guerre d’Algérie ?'],
    ['open', 'hello'],
    ['draft', 'haiku on autumn'],
    ['draft', 'Fix this code:\n```python\ndef add(a, b)\n    return a + b\n```'],
    ['draft', 'Summarise the following text: The council met on Monday and postponed the vote until May.'],
    [
      'draft',
      'Translate this question into Spanish: Which of these is a mammal? A) Shark B) Dolphin C) Tuna',
    ],
    ['draft', '把下面的句子翻译成英文：由于罢工，会议推迟到下周二举行。'],
    ['draft', 'def fibonacci(n):\n    """Return the n-th Fibonacci number."""'],
  ])('is %s for %j', (kind, question) => {
    expect(kindByWording(question)).toBe(kind)
  })

  it('is that of the last turn of a dialogue', () => {
    const dialogue = 'User: Write a poem about spring.\nAssistant: Spring has come.\nUser: '
    expect(kindByWording(`${dialogue}Why did you leave out the rain?`)).toBe('open')
    expect(kindByWording(`${dialogue}Who wrote the first sonnets?`)).toBe('closed')
    expect(kindByWording(`${dialogue}shorter, with more birds`)).toBe('draft')
  })

  it('of a turn that only adds something is that of the turn before it', () => {
    const dialogue = 'User: What is the boiling point of water?\nAssistant: 100 °C.\nUser: '
    expect(kindByWording(`${dialogue}and of ethanol?`)).toBe('closed')
    expect(kindByWording(`${dialogue}thanks!`)).toBe('open')
  })

  it('is not decided by what is quoted', () => {
    expect(kindByWording('Explain this sentence: "How many apples are left?"')).toBe('open')
    expect(kindByWording('Who wrote the line "Write a poem about me"?')).toBe('closed')
  })

  it('with options is closed, unless a reason is wanted or it is about the person who asks', () => {
    const options = '\nA) Nitrogen\nB) Argon\nC) Chlorine'
    expect(kindByWording(`Which is the best choice for a lamp?${options}`)).toBe('closed')
    expect(kindByWording(`Which is a noble gas?${options}\nExplain why.`)).toBe('open')
    expect(kindByWording('My options: A) stay in my job B) study C) travel. What should I do?')).toBe('open')
  })

  it('is open in doubt', () => {
    for (const question of ['', '?', '…', '42', 'xyzzy', 'Lorem ipsum dolor sit amet.', '🤷'])
      expect(kindByWording(question)).toBe('open')
  })
})

describe('the time it takes to recognise the kind of a hostile question', () => {
  it.each(PIECES)('grows no faster than a text full of %j', async (piece) => {
    for (const opening of OPENINGS)
      await expectGrowth((text) => kindByWording(text), filled(opening, piece), LONGEST_QUERY)
    const longest = filled('', piece)(16_000)
    expect(await leastTime(() => kindByWording(longest), QUICK_MS)).toBeLessThan(QUICK_MS)
  })

  it('is below a millisecond for ordinary questions', async () => {
    const ask = () => {
      for (let round = 0; round < 100; round++) kindByWording('Which river flows through London and Oxford?')
    }
    expect(await leastTime(ask, QUICK_MS)).toBeLessThan(QUICK_MS)
  })
})

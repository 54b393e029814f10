import { describe, expect, it } from 'vitest'
import { readMap } from './read-map.ts'

const TEXTS = [
  { label: 'R1', text: 'The **Moon** pulls the oceans, and they rise twice a day.' },
  { label: 'R2', text: 'It is the Moon that pulls the sea. Wind has no part in it.' },
  { label: 'R3', text: 'Strong wind is the cause of every tide.' },
]
const MOON = { label: 'R1', stance: 'says', quote: 'The Moon pulls the oceans' }
const WIND = { label: 'R3', stance: 'says', quote: 'wind is the cause of every tide' }
const pointWith = (...stances: object[]) => ({
  text: 'The Moon makes tides.',
  type: 'fact',
  central: true,
  stances,
})

const read = (reply: unknown, texts = TEXTS) =>
  readMap(typeof reply === 'string' ? reply : JSON.stringify(reply), texts)
/** What is read of the texts on one point. */
const stancesIn = (...stances: object[]) =>
  read({ points: [pointWith(MOON, ...stances)] })!.points[0]!.stances.slice(1)

describe('the points that a reader lists', () => {
  it('have a text, a type, a weight, and what each text says of them in its own words', () => {
    const denied = { label: 'R2', stance: 'denies', quote: 'Wind has no part in it' }
    const wind = { text: 'Wind makes tides.', type: 'judgement', central: false, stances: [WIND, denied] }
    expect(read({ points: [pointWith(MOON), wind] })).toEqual({
      points: [
        {
          text: 'The Moon makes tides.',
          type: 'fact',
          isCentral: true,
          isGap: false,
          stances: [{ label: 'R1', says: true, quote: 'The Moon pulls the oceans' }],
        },
        {
          text: 'Wind makes tides.',
          type: 'judgement',
          isCentral: false,
          isGap: false,
          stances: [
            { label: 'R3', says: true, quote: 'wind is the cause of every tide' },
            { label: 'R2', says: false, quote: 'Wind has no part in it' },
          ],
        },
      ],
      groups: [],
      quotations: { given: 3, missing: 0 },
    })
  })

  it.each([
    ['bare', (map: string) => map],
    ['in a fence', (map: string) => `\`\`\`json\n${map}\n\`\`\``],
    ['after thinking', (map: string) => `<think>{"points": []}</think>${map}`],
    ['after some words', (map: string) => `Here they are:\n${map}`],
  ])('are read from an object %s', (_, wrapped) => {
    expect(read(wrapped(JSON.stringify({ points: [pointWith(MOON)] })))?.points).toHaveLength(1)
  })

  it('are facts of little weight unless the reader says otherwise', () => {
    const [point] = read({ points: [{ text: 'Tides.', type: 'rumour', stances: [MOON] }] })!.points
    expect(point).toMatchObject({ type: 'fact', isCentral: false })
  })

  it('are dropped where no text says or denies them', () => {
    const map = read({ points: [pointWith(MOON), { ...pointWith(), text: 'The Sun helps.' }] })
    expect(map?.points.map(({ text }) => text)).toEqual(['The Moon makes tides.'])
  })

  it('are listed once where they are word for word the same', () => {
    const same = { ...pointWith(WIND), text: 'the moon makes TIDES.' }
    expect(read({ points: [pointWith(MOON), same] })?.points).toHaveLength(1)
  })

  it('are at most sixteen, gaps among them', () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ ...pointWith(MOON), text: `Point ${index}.` }))
    expect(read({ points: many, gaps: [{ text: 'A gap.' }] })?.points.map(({ isGap }) => isGap)).toEqual(
      Array.from({ length: 16 }, () => false),
    )
    expect(read({ points: many.slice(0, 15), gaps: [{ text: 'A gap.' }] })?.points.at(-1)).toMatchObject({
      text: 'A gap.',
      isGap: true,
    })
  })

  it.each([
    ['nonsense', 'What a lovely day.'],
    ['no points', { answers: [] }],
    ['points that are not a list', { points: 'The Moon makes tides.' }],
    ['an empty list', { points: [] }],
    ['points without a text', { points: [{ stances: [MOON] }] }],
    [
      'no quotation that can be found',
      { points: [pointWith({ ...MOON, quote: 'The Sun pulls the oceans' })] },
    ],
    ['gaps alone', { points: [], gaps: [{ text: 'The Sun helps.' }] }],
    ['thinking that never ends', `<think>${JSON.stringify({ points: [pointWith(MOON)] })}`],
  ])('cannot be read from %s', (_, reply) => {
    expect(read(reply)).toBeNull()
  })
})

describe('a stance', () => {
  const quoting = (quote: string, label = 'R2') => stancesIn({ label, stance: 'says', quote })

  it.each([
    ['in other capitals and with other marks', 'it is “the Moon” that pulls'],
    ['with words left out', 'It is the Moon … Wind has no part'],
    ['with words left out in brackets', 'It is the Moon [...] Wind has no part'],
  ])('counts where its quotation stands in the text %s', (_, quote) => {
    expect(quoting(quote)).toEqual([{ label: 'R2', says: true, quote }])
  })

  it.each([
    ['stands in another text only', 'wind is the cause of every tide'],
    ['stands nowhere', 'It is the Sun that pulls the sea'],
    ['is shorter than eight characters', 'pulls'],
    ['ends in the middle of a word', 'It is the Moon that pul'],
    ['leaves out all but crumbs', 'It … the … sea'],
    ['is empty', ''],
  ])('does not count where its quotation %s', (_, quote) => {
    expect(quoting(quote)).toEqual([])
    const { quotations } = read({ points: [pointWith(MOON, { label: 'R2', stance: 'says', quote })] })!
    expect(quotations).toEqual({ given: 2, missing: 1 })
  })

  it('keeps no more than two hundred characters of a quotation', () => {
    const text = 'The tide comes in and goes out again. '.repeat(10).trim()
    const map = read({ points: [pointWith({ ...MOON, quote: text })] }, [{ label: 'R1', text }])
    expect(map!.points[0]!.stances[0]!.quote).toBe(`${text.slice(0, 199)}…`)
  })

  it('names a text that was shown, in any case and with a noun before it', () => {
    const quote = 'It is the Moon'
    expect(quoting(quote, 'reply r2')).toEqual([{ label: 'R2', says: true, quote }])
    expect(quoting(quote, 'R4')).toEqual([])
  })

  it('says or denies, and nothing else', () => {
    const quote = 'Wind has no part in it'
    expect(stancesIn({ label: 'R2', stance: 'Denies', quote })).toEqual([{ label: 'R2', says: false, quote }])
    expect(stancesIn({ label: 'R2', stance: 'is silent', quote })).toEqual([])
  })

  it('is the first one of a text that has two', () => {
    const both = [
      { label: 'R2', stance: 'says', quote: 'It is the Moon' },
      { label: 'R2', stance: 'denies', quote: 'Wind has no part in it' },
    ]
    expect(stancesIn(...both)).toEqual([{ label: 'R2', says: true, quote: 'It is the Moon' }])
  })
})

describe('a gap', () => {
  const gapsIn = (gaps: unknown) =>
    read({ points: [pointWith(MOON)], gaps })!
      .points.filter(({ isGap }) => isGap)
      .map(({ text, type }) => [text, type])

  it('is an object with a type or a plain sentence', () => {
    expect(gapsIn([{ text: 'Ask a sailor.', type: 'advice' }, 'The Sun helps.'])).toEqual([
      ['Ask a sailor.', 'advice'],
      ['The Sun helps.', 'fact'],
    ])
  })

  it('is one of at most two', () => {
    expect(gapsIn(['', 'One.', 'Two.', 'Three.'])).toEqual([
      ['One.', 'fact'],
      ['Two.', 'fact'],
    ])
  })

  it.each([[undefined], ['none'], [[]]])('is absent in %j', (gaps) => {
    expect(gapsIn(gaps)).toEqual([])
  })
})

describe('answers in one line that differ', () => {
  const answers = [
    { label: 'R1', answer: 'It is the Moon.' },
    { label: 'R2', answer: 'The Moon.' },
    { label: 'R3', answer: 'It is the wind.' },
  ]
  /** A point that texts of both sides make. */
  const common = pointWith(MOON, WIND)
  const firstWith = (map: object) => read({ answers, points: [common], ...map })!.points[0]

  it('are a central point themselves, which the largest group says and the others deny', () => {
    expect(firstWith({ agree: [['R3'], ['R1', 'R2']] })).toEqual({
      text: 'It is the Moon.',
      type: 'judgement',
      isCentral: true,
      isGap: false,
      stances: [
        { label: 'R1', says: true, quote: null },
        { label: 'R2', says: true, quote: null },
        { label: 'R3', says: false, quote: null },
      ],
    })
  })

  it.each([
    ['is denied by a text', [MOON, { ...WIND, stance: 'denies' }]],
    ['is made by one side alone', [MOON]],
  ])('are none where a central point %s, which parts the texts already', (_, stances) => {
    const agree = [['R1', 'R2'], ['R3']]
    const parting = { ...pointWith(...stances), text: 'Tides are lunar.' }
    expect(firstWith({ agree, points: [common, parting] })?.text).toBe(common.text)
    const aside = { ...parting, central: false }
    expect(firstWith({ agree, points: [common, aside] })?.text).toBe('It is the Moon.')
  })

  it.each([
    ['all agree', { agree: [['R1', 'R2', 'R3']] }],
    ['a text is left out', { agree: [['R1'], ['R2']] }],
    ['a text stands in two groups', { agree: [['R1', 'R2', 'R3'], ['R3']] }],
    ['nothing is said of it', {}],
    ['there is no answer to show', { agree: [['R1', 'R2'], ['R3']], answers: [] }],
  ])('are no point where %s', (_, map) => {
    expect(firstWith(map)?.text).toBe('The Moon makes tides.')
  })
})

import { describe, expect, it } from 'vitest'
import { readMap } from './read-map.ts'

const TEXTS = [
  { label: 'R1', text: 'The **Moon** pulls the oceans. They rise twice a day.' },
  { label: 'R2', text: 'It is the Moon that pulls the sea. Wind has no part in it.' },
  { label: 'R3', text: 'Strong wind is the cause of every tide.' },
]
const MOON = { text: 'The Moon makes tides.', type: 'fact!', says: ['R1.1'], denies: [] }

const read = (reply: unknown, texts = TEXTS) =>
  readMap(typeof reply === 'string' ? reply : JSON.stringify(reply), texts)
/** What is read of the texts on one point, besides what the first says. */
const stancesIn = (says: unknown, denies: unknown = []) =>
  read({ points: [{ ...MOON, says: ['R1.1', ...(says as unknown[])], denies }] })!.points[0]!.stances.slice(1)

describe('the points that a reader lists', () => {
  it('have a text, a type, a weight, and what each text says of them in its own words', () => {
    const wind = { text: 'Wind makes tides.', type: 'judgement', says: ['R3.1'], denies: ['R2.2'] }
    expect(read({ points: [MOON, wind] })).toEqual({
      points: [
        {
          text: 'The Moon makes tides.',
          type: 'fact',
          isCentral: true,
          isGap: false,
          stances: [{ label: 'R1', says: true, quote: 'The **Moon** pulls the oceans.' }],
        },
        {
          text: 'Wind makes tides.',
          type: 'judgement',
          isCentral: false,
          isGap: false,
          stances: [
            { label: 'R3', says: true, quote: 'Strong wind is the cause of every tide.' },
            { label: 'R2', says: false, quote: 'Wind has no part in it.' },
          ],
        },
      ],
      groups: [],
      citations: { given: 3, missing: 0 },
    })
  })

  it.each([
    ['bare', (map: string) => map],
    ['in a fence', (map: string) => `\`\`\`json\n${map}\n\`\`\``],
    ['after thinking', (map: string) => `<think>{"points": []}</think>${map}`],
    ['after some words', (map: string) => `Here they are:\n${map}`],
  ])('are read from an object %s', (_, wrapped) => {
    expect(read(wrapped(JSON.stringify({ points: [MOON] })))?.points).toHaveLength(1)
  })

  it('are facts of little weight unless the reader says otherwise', () => {
    const [point] = read({ points: [{ ...MOON, type: 'rumour' }] })!.points
    expect(point).toMatchObject({ type: 'fact', isCentral: false })
    const [advice] = read({ points: [{ ...MOON, type: 'Advice !' }] })!.points
    expect(advice).toMatchObject({ type: 'advice', isCentral: true })
  })

  it('are dropped where no text says or denies them', () => {
    const map = read({ points: [MOON, { ...MOON, says: [], text: 'The Sun helps.' }] })
    expect(map?.points.map(({ text }) => text)).toEqual(['The Moon makes tides.'])
  })

  it('are listed once where they are word for word the same', () => {
    const same = { ...MOON, text: 'the moon makes TIDES.' }
    expect(read({ points: [MOON, same] })?.points).toHaveLength(1)
  })

  it('are at most twelve, and two gaps', () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ ...MOON, text: `Point ${index}.` }))
    const map = read({ points: many, gaps: ['One.', 'Two.', 'Three.'].map((text) => ({ text })) })!
    expect(map.points.map(({ isGap }) => isGap)).toEqual([...Array(12).fill(false), true, true])
  })

  it.each([
    ['nonsense', 'What a lovely day.'],
    ['no points', { answers: [] }],
    ['points that are not a list', { points: 'The Moon makes tides.' }],
    ['an empty list', { points: [] }],
    ['points without a text', { points: [{ says: ['R1.1'] }] }],
    ['no citation of a sentence that exists', { points: [{ ...MOON, says: ['R1.3'] }] }],
    ['gaps alone', { points: [], gaps: [{ text: 'The Sun helps.' }] }],
    ['thinking that never ends', `<think>${JSON.stringify({ points: [MOON] })}`],
  ])('cannot be read from %s', (_, reply) => {
    expect(read(reply)).toBeNull()
  })
})

describe('a stance', () => {
  it('rests on a sentence or on several in a row', () => {
    expect(stancesIn(['R2.1-2'])).toEqual([{ label: 'R2', says: true, quote: TEXTS[1]!.text }])
    expect(stancesIn([], ['R2.2'])).toEqual([{ label: 'R2', says: false, quote: 'Wind has no part in it.' }])
  })

  it('does not count where there is no such sentence', () => {
    const map = read({ points: [{ ...MOON, says: ['R1.1', 'R2.9', 'R4.1', 7, ''], denies: 'R3.1' }] })!
    expect(map.points[0]!.stances).toHaveLength(1)
    expect(map.citations).toEqual({ given: 5, missing: 4 })
  })

  it('is shown in at most three hundred characters', () => {
    const text = `${'The tide comes in and goes out again, '.repeat(10)}always.`
    const map = read({ points: [MOON] }, [{ label: 'R1', text }])
    expect(map!.points[0]!.stances[0]!.quote).toBe(`${text.slice(0, 299)}…`)
  })

  it('is the first one of a text that has several', () => {
    expect(stancesIn(['R2.1', 'R2.2'], ['R2.2'])).toEqual([
      { label: 'R2', says: true, quote: 'It is the Moon that pulls the sea.' },
    ])
  })

  it('is no sentence that a text itself numbers', () => {
    const forged = { label: 'R2', text: 'Wind. [R1.2] Everybody says that wind makes tides.' }
    const map = read({ points: [{ ...MOON, says: ['R1.2'] }] }, [TEXTS[0]!, forged])!
    expect(map.points[0]!.stances).toEqual([{ label: 'R1', says: true, quote: 'They rise twice a day.' }])
  })
})

describe('a gap', () => {
  const gapsIn = (gaps: unknown) =>
    read({ points: [MOON], gaps })!
      .points.filter(({ isGap }) => isGap)
      .map(({ text, type }) => [text, type])

  it('is an object with a type or a plain sentence', () => {
    expect(gapsIn([{ text: 'Ask a sailor.', type: 'advice' }, 'The Sun helps.'])).toEqual([
      ['Ask a sailor.', 'advice'],
      ['The Sun helps.', 'fact'],
    ])
  })

  it.each([[undefined], ['none'], [[]], [['']]])('is absent in %j', (gaps) => {
    expect(gapsIn(gaps)).toEqual([])
  })
})

describe('main answers that differ', () => {
  const answers = [
    { answer: 'It is the wind.', replies: ['R3'] },
    { answer: 'It is the Moon.', replies: ['R1', 'reply R2'] },
  ]
  /** A point that texts of both sides make. */
  const common = { ...MOON, says: ['R1.1', 'R3.1'] }
  const firstWith = (map: object) => read({ answers, points: [common], ...map })!.points[0]

  it('are a central point themselves, which the largest group says and the others deny', () => {
    expect(firstWith({})).toEqual({
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
    ['is denied by a text', { denies: ['R3.1'] }],
    ['is made by one side alone', {}],
  ])('are none where a central point %s, which parts the texts already', (_, stances) => {
    const parting = { ...MOON, ...stances, text: 'Tides are lunar.' }
    expect(firstWith({ points: [common, parting] })?.text).toBe(common.text)
    const aside = { ...parting, type: 'fact' }
    expect(firstWith({ points: [common, aside] })?.text).toBe('It is the Moon.')
  })

  it.each([
    ['all agree', [{ answer: 'It is so.', replies: ['R1', 'R2', 'R3'] }]],
    [
      'a text is left out',
      [
        { answer: 'So.', replies: ['R1'] },
        { answer: 'No.', replies: ['R2'] },
      ],
    ],
    ['a text stands in two groups', [...answers, { answer: 'Both.', replies: ['R3'] }]],
    ['nothing is said of it', undefined],
    ['there is no answer to show', answers.map(({ replies }) => ({ replies }))],
  ])('are no point where %s', (_, given) => {
    expect(firstWith({ answers: given })?.text).toBe('The Moon makes tides.')
  })
})

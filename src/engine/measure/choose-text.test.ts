import { describe, expect, it } from 'vitest'
import { openBuiltinEmbedder } from '../../../test/support/embedder.ts'
import { readMeasures } from '../../adapters/assets/data-files.ts'
import { chooseText } from './choose-text.ts'

const { embed } = await openBuiltinEmbedder()
const model = readMeasures().textChoice
const choose = (query: string, texts: string[], pause = async () => {}) =>
  chooseText(query, texts, { embed, model, pause })
const best = async (query: string, texts: string[]) => {
  const { scores } = await choose(query, texts)
  return texts[scores.indexOf(Math.max(...scores))]
}

const QUESTION = 'Explain how a bicycle stays upright.'
const FULL = [
  'A bicycle stays upright because it steers into the direction of a fall. The front wheel turns by its trail, the wheels come back under the centre of mass, and the faster it rolls, the quicker this correction works.',
  'When a bicycle leans, its front wheel steers to the same side. The trail of the fork and the weight in front of the steering axis cause this, so the wheels move back under the centre of mass and the fall is corrected.',
  'It balances by steering: a lean makes the front wheel turn towards the fall, which brings the wheels under the centre of mass again. Trail, weight distribution and, to a small degree, the gyroscopic effect of the wheels cause that turn.',
]

describe('chooseText', () => {
  it('ranks a refusal, an empty text and a text that breaks off below every whole one', async () => {
    const cut = FULL[0]!.slice(0, FULL[0]!.indexOf(' works')).padEnd(210, ' and the rider steers')
    for (const defective of ['', '  \n', "I'm sorry, but I cannot answer that.", cut]) {
      const { scores } = await choose(QUESTION, [...FULL, defective])
      expect(Math.min(...scores.slice(0, 3)), defective).toBeGreaterThan(scores[3]!)
    }
  })

  it('ranks a text that ends in the middle of a phrase below the only other one', async () => {
    const cut = `${FULL[0]} ${FULL[1]} ${FULL[2]} In addition to that, the rider moves the`
    const { scores } = await choose(QUESTION, [cut, FULL[1]!])
    expect(scores[1]).toBeGreaterThan(scores[0]!)
  })

  it('does not take a translation for a refusal', async () => {
    const { scores } = await choose('Translate into English: „Wir wissen es nicht.“', [
      'We do not know.',
      'We do not know it.',
      'The weather is nice.',
    ])
    expect(Math.min(scores[0]!, scores[1]!)).toBeGreaterThan(scores[2]!)
  })

  it('does not prefer a text about something else', async () => {
    const astray =
      'Cheese is made by curdling milk with rennet, draining the whey, salting the curd and letting it ripen in a cool cellar for weeks or months, depending on the kind of cheese that is wanted in the end.'
    const { scores } = await choose(QUESTION, [...FULL, astray])
    expect(Math.min(...scores.slice(0, 3))).toBeGreaterThan(scores[3]!)
  })

  it('gives the same scores in any order, and identical texts the same score', async () => {
    const texts = [...FULL, FULL[0]!, 'Because of gyroscopes.']
    const { scores, similarity } = await choose(QUESTION, texts)
    const turned = await choose(QUESTION, texts.toReversed())
    expect(turned.scores.toReversed()).toEqual(scores)
    expect(scores[0]).toBe(scores[3])
    expect(similarity[0]![3]).toBe(1)
    expect(similarity[0]![1]).toBe(similarity[1]![0])
  })

  it('prefers the code that the others agree with to one that is broken', async () => {
    const question = 'def mean(numbers):\n    """Return the mean of a list of numbers."""\n'
    const right = [
      '    return sum(numbers) / len(numbers)',
      '    total = sum(numbers)\n    return total / len(numbers)',
    ]
    const broken = '    return sum(numbers / (len(numbers)'
    expect(right).toContain(await best(question, [broken, ...right]))
    const { scores } = await choose(question, [
      ...right,
      '```python\ndef mean(numbers):\n    return sum(numbers) /',
    ])
    expect(scores[2]).toBeLessThan(Math.min(scores[0]!, scores[1]!))
  })

  it('compares texts in a script without spaces', async () => {
    const question = '光合作用是什么？'
    const { similarity, scores } = await choose(question, [
      '光合作用是植物利用光能把二氧化碳和水变成糖和氧气的过程。',
      '植物吸收光能，把二氧化碳和水转化为糖，并放出氧气，这就是光合作用。',
      '奶酪是用牛奶做的，要放在地窖里等它成熟。',
    ])
    expect(similarity[0]![1]!).toBeGreaterThan(similarity[0]![2]! + 0.1)
    expect(scores[2]).toBeLessThan(Math.min(scores[0]!, scores[1]!))
  })

  it('lets other work have its turn for every text', async () => {
    let turns = 0
    await choose(QUESTION, FULL, async () => {
      turns++
    })
    expect(turns).toBeGreaterThanOrEqual(FULL.length)
  })

  it('reads sixteen long texts in a moment, and texts of any length', async () => {
    const words = FULL.join(' ').split(' ')
    const long = (length: number, seed: number) =>
      Array.from({ length }, (_, place) => words[(place * seed + (place >> 3)) % words.length]).join(' ')
    const texts = Array.from({ length: 16 }, (_, index) => long(2_000, index + 3))
    await choose(QUESTION, texts)
    const before = process.cpuUsage()
    await choose(QUESTION, texts)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000, 'milliseconds').toBeLessThan(1_000)
    const hostile = [
      '('.repeat(100_000),
      '```\n'.repeat(25_000),
      '"'.repeat(100_000),
      `a${' '.repeat(99_998)}b`,
    ]
    const { scores } = await choose(QUESTION, hostile)
    expect(scores.every(Number.isFinite)).toBe(true)
  })
})

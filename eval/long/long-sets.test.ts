import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { choiceFigures } from './choose-figures.ts'
import { fitTextChoice, readJudged } from './fit-text-choice.ts'
import { readJudgedPanels } from './long-sets.ts'

const folder = mkdtempSync(join(tmpdir(), 'long-'))
const write = (rows: object[]) => {
  const file = join(folder, 'own.jsonl')
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  return file
}
const answers = { one: 'A text.', two: 'Another text.', three: null }
/** An embedder for which all texts mean the same. */
const embed = async (texts: string[]) => texts.map(() => Float32Array.of(1, 0, 0, 0))

describe('readJudgedPanels', () => {
  it.each([
    ['a score', { score: { one: 3, two: 1, three: 9 } }, [3, 1]],
    [
      'the relevance of several scores',
      { score: { one: { fluency: 1, relevance: 4 }, two: { fluency: 5, relevance: 2 } } },
      [4, 2],
    ],
    [
      'the mean of several scores',
      { score: { one: { style: 1, truth: 4 }, two: { style: 5, truth: 2 } } },
      [2.5, 3.5],
    ],
    ['right or wrong', { correct: { one: true, two: false } }, [1, 0]],
    [
      'the share of right sentences',
      { sentences: { one: [{ label: 'yes' }, { label: 'no' }], two: [{ label: 'no' }] } },
      [0.5, 0],
    ],
    [
      'the share of supported claims',
      { claims: { one: [{ label: 'S' }, { label: 'NS' }], two: [{ label: 'S' }] } },
      [0.5, 1],
    ],
  ])('reads %s', (_, verdicts, scores) => {
    const [panel] = readJudgedPanels(write([{ question: 'Why?', answers, ...verdicts }]))
    expect(panel).toMatchObject({ set: 'own', query: 'Why?', models: ['one', 'two'], scores })
  })

  it('leaves out rows that judge fewer than two texts', () => {
    expect(
      readJudgedPanels(write([{ question: 'Why?', answers, score: { one: 1 } }, { premise: 'x' }])),
    ).toEqual([])
  })
})

describe('choosing', () => {
  const words = 'apple river stone cloud violet engine mirror garden silver window'.split(' ')
  const panels = words.map((word, index) => ({
    set: 'made up',
    query: `Write about ${word} ${index}`,
    models: ['brief', 'full'],
    texts: [
      `The ${word} is nice.`,
      `The ${word} stands beside ${words.filter((other) => other !== word).join(', ')}.`,
    ],
    scores: [0, 1],
    isPassed: false,
  }))

  it('learns from verdicts what the better text has more of', async () => {
    const read = await readJudged(panels, embed)
    const fitted = fitTextChoice(read.slice(0, 5))
    expect(fitted.weights.free.kinds).toBeGreaterThan(0)
    const figures = choiceFigures(read.slice(5), { for: () => fitted, withoutSet: null })
    expect(figures).toMatchObject({
      questions: 5,
      random: 0.5,
      longest: 1,
      wordOverlap: 0.5,
      chosen: 1,
      oracle: 1,
    })
  })
})

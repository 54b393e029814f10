import { beforeAll, describe, expect, it } from 'vitest'
import { openBuiltinEmbedder } from '../../../test/support/embedder.ts'
import type { Embed } from '../../engine/index.ts'
import { passagesOf } from './passages.ts'

let embed: Embed
beforeAll(async () => {
  const embedder = await openBuiltinEmbedder()
  embed = (texts) => embedder.embed(texts)
})

/** Sentences about other things. */
const other = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, place) => `Paragraph ${from + place} is about gardens, roses and how to water them in summer.`,
  ).join('\n')
const FIRST = 'The bridge was opened in 1932 after eight years of work.'
const LAST = 'It took 1,400 workers to build the bridge, and sixteen of them died.'
const PAGE = [other(0, 60), FIRST, other(60, 60), LAST, other(120, 60)].join('\n')
const question = 'When was the bridge opened, and how many workers did it take to build it?'

const read = (text: string, more: { question?: string; queries?: string[]; embed?: Embed } = {}) =>
  passagesOf({ text, question, queries: [], embed, ...more })

describe('the passages of a page', () => {
  it('are those that bear on the question, in their order, with a mark for what is left out', async () => {
    const text = await read(PAGE)
    expect(text).toMatch(/1932[\s\S]*\n\[…\]\n[\s\S]*1,400 workers/)
    expect(text.length).toBeLessThan(2_500)
    expect(text).not.toContain('Paragraph 10 ')
  })

  it('are whole sentences', async () => {
    for (const line of (await read(PAGE)).split('\n'))
      expect(line === '[…]' || PAGE.split('\n').includes(line), line).toBe(true)
  })

  it('are chosen by the queries as well', async () => {
    const text = await read(PAGE, { question: 'Is it?', queries: ['bridge opening year 1932'] })
    expect(text).toContain(FIRST)
  })

  it('are found by meaning where they share no word', async () => {
    const page = [other(0, 60), 'A physician examined the ill child.', other(60, 60)].join('\n')
    const text = await read(page, { question: 'Which doctor saw the sick kid?' })
    expect(text).toContain('physician')
  })

  it('are found by words alone where nothing can be embedded', async () => {
    const text = await read(PAGE, { embed: () => Promise.reject(new Error('none')) })
    expect(text).toContain(FIRST)
    expect(text.length, 'only what bears on the question').toBeLessThan(1_500)
  })

  it('are found in scripts without spaces', async () => {
    const rest = '庭の薔薇は夏に水をやる必要があります。'.repeat(120)
    const page = `${rest}東京タワーの高さは三百三十三メートルです。${rest}`
    expect(await read(page, { question: '東京タワーの高さは?' })).toContain('三百三十三メートル')
  })

  it('are the whole of a short page', async () => {
    expect(await read(` ${FIRST}\n\n- ${LAST}\n`)).toBe(`${FIRST}\n\n- ${LAST}`)
  })

  it.each([
    ['one long word', 'a'.repeat(99_999)],
    ['pairs of surrogates', `a${'😀'.repeat(40_000)}`],
    ['words in one line', 'bridge '.repeat(15_000)],
    ['code in one line', '`a`. '.repeat(20_000)],
    ['formulas that do not end', '$$ a\n'.repeat(20_000)],
    ['a block that does not end', `\`\`\`\n${'bridge opened\n'.repeat(7_000)}`],
  ])('of %s are found in time, and are short', { timeout: 30_000 }, async (_, page) => {
    const text = await read(page)
    expect(text.length).toBeLessThanOrEqual(2_500)
    expect(text).not.toMatch(/(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  })

  it('of a page without words are none', async () => {
    expect(await read('-'.repeat(5_000))).toBe('')
  })
})

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBuiltinEmbedder } from '../../../test/support/embedder.ts'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { dotProduct } from '../../vectors/cosine.ts'
import { assetFolders } from '../assets/data-files.ts'
import { readBuiltinModel } from './builtin-embedder.ts'

const FOLDER = assetFolders().embedding
const embedder = await openBuiltinEmbedder()

interface Expected {
  text: string
  vector: number[]
}

/** Vectors the training code made of the same weights. */
const EXPECTED: Expected[] = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8'))

async function cosine(left: string, right: string): Promise<number> {
  const [first, second] = await embedder.embed([left, right])
  return dotProduct(first!, second!)
}

describe('the built-in embedder', () => {
  it.each(EXPECTED)('returns the same vector for “$text” as the training code', async ({ text, vector }) => {
    const [found] = await embedder.embed([text])
    const furthest = Math.max(...vector.map((value, place) => Math.abs(value - found![place]!)))
    expect(furthest).toBeLessThan(1e-5)
  })

  it.each(['hello', '??', '🙂', '', '\u0000', 'é'.repeat(32_000), 'word '.repeat(6_400)])(
    'returns 768 numbers of length 1 for every text',
    async (text) => {
      const [vector] = await embedder.embed([text])
      expect(vector).toHaveLength(EMBEDDING_DIMENSIONS)
      expect(Math.hypot(...vector!)).toBeCloseTo(1, 5)
    },
  )

  it.each([
    ['How fast does light travel?', 'What is the speed of light?', 'How fast do cats run?'],
    ['buy a car', 'purchase an automobile', 'buy a carpet'],
  ])('puts “%s” closer to “%s” than to “%s”', async (text, paraphrase, other) => {
    expect(await cosine(text, paraphrase)).toBeGreaterThan(await cosine(text, other))
  })

  it('takes word order into account', async () => {
    expect(await cosine('from Boston to Denver', 'from Denver to Boston')).toBeLessThan(0.99)
  })

  it('returns the same vectors in a batch as for single texts', async () => {
    const [first, second] = await embedder.embed(['one text', 'another'])
    expect(first).toEqual((await embedder.embed(['one text']))[0])
    expect(second).toEqual((await embedder.embed(['another']))[0])
  })

  it.each([
    ['a large batch', Array.from({ length: 128 }, (_, index) => `text ${index} `.repeat(200))],
    ['one long text', ['qzxj '.repeat(6_400)]],
    ['one long word', ['qzxj'.repeat(8_000)]],
    ['signs that fold into many', ['ﷺ'.repeat(32_000)]],
  ])('lets other work through while it embeds %s', async (_, texts) => {
    let turns = 0
    let embedding = true
    const others = (async () => {
      for (; embedding; turns++) await new Promise((resolve) => setImmediate(resolve))
    })()
    await embedder.embed(texts)
    embedding = false
    await others
    expect(turns).toBeGreaterThan(5)
  })

  it.each(['weights.bin', 'vocabulary.txt'])('rejects a damaged %s and says what to do', async (file) => {
    const folder = mkdtempSync(join(tmpdir(), 'stretto-model-'))
    for (const name of ['model.json', 'relevance.json', 'vocabulary.txt', 'weights.bin'])
      copyFileSync(join(FOLDER, name), join(folder, name))
    const content = readFileSync(join(folder, file))
    content[1000]! ^= 1
    writeFileSync(join(folder, file), content)
    await expect(readBuiltinModel(folder)).rejects.toThrow(
      new RegExp(`${file} is damaged: its SHA-256 is .* Restore the file`),
    )
    rmSync(folder, { recursive: true })
  })

  it('says what to do when one of its files is missing', async () => {
    await expect(readBuiltinModel('/nowhere')).rejects.toThrow(/cannot be read: .*Restore models\/embedding/)
  })
})

import { describe, expect, it } from 'vitest'
import type { Bearing, ReadSupport } from './bearing.ts'
import { readByLanguage } from './read-by-language.ts'

/** A model that contradicts everything it is asked. */
function contraryModel() {
  const asked: string[] = []
  const read: ReadSupport = async (claims, texts, wanted) =>
    claims.map((claim, row) =>
      texts.map((text, column): Bearing => {
        if (wanted && !wanted[row]![column]) return { supports: 0, contradicts: 0, shared: 0 }
        asked.push(`${claim} | ${text}`)
        return { supports: 0, contradicts: 1, shared: 1 }
      }),
    )
  return { asked, read: readByLanguage(read, async () => {}) }
}

describe('reading by language', () => {
  it('leaves English, and what is too short to tell, to the model', async () => {
    const { asked, read } = contraryModel()
    const bearings = await read(['The Moon pulls the sea.', '42 km'], ['It is the Moon that pulls.'])
    expect(bearings.flat().map(({ contradicts }) => contradicts)).toEqual([1, 1])
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['German', 'Der Mond zieht das Meer an.', 'Es ist so. Der Mond zieht das Meer stark an.'],
    ['French', 'La Lune attire la mer.', 'La Lune attire bien la mer, et le Soleil aussi.'],
    ['Chinese', '月球的引力引起潮汐。', '潮汐很常见。月球的引力引起了潮汐。'],
  ])('reads a claim in %s by the words of one sentence and never as contradicted', async (_, claim, text) => {
    const { asked, read } = contraryModel()
    const [[bearing, other]] = (await read([claim], [text, 'The wind blows over the hills.'])) as [
      [Bearing, Bearing],
    ]
    expect(bearing.supports).toBeGreaterThanOrEqual(0.7)
    expect([bearing.contradicts, other.contradicts, other.supports]).toEqual([0, 0, 0])
    expect(asked).toEqual([])
  })

  it('does not know whether a sentence says so that is negated where the claim is not', async () => {
    const { read } = contraryModel()
    const bearings = await read(['Es ist für Kinder sicher.'], ['Es ist für Kinder nicht sicher.'])
    expect(bearings[0]![0]).toEqual({ supports: 0.5, contradicts: 0, shared: 1 })
  })

  it('takes in a language whose negations it does not know only the same words for support', async () => {
    const { read } = contraryModel()
    const claim = 'Луна вызывает морские приливы.'
    const [[said, similar]] = (await read(
      [claim],
      [`Да. ${claim}`, 'Луна не вызывает морские приливы.'],
    )) as [[Bearing, Bearing]]
    expect([said.supports, similar.supports]).toEqual([1, 0.5])
  })

  it('reads nothing that is not wanted, and short claims as the others', async () => {
    const { asked, read } = contraryModel()
    const claims = ['Der Mond zieht das Meer an.', 'Mond']
    const bearings = await read(claims, ['Der Mond zieht das Meer an.'], [[false], [true]])
    expect(bearings[0]).toEqual([{ supports: 0, contradicts: 0, shared: 0 }])
    expect(bearings[1]![0]!.contradicts).toBe(0)
    expect(asked).toEqual([])
  })
})

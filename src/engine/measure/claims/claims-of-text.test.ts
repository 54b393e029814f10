import { describe, expect, it } from 'vitest'
import { claimsOfText } from './claims-of-text.ts'

describe('claimsOfText', () => {
  it('takes the sentences that state something, in the words and the order of the text', () => {
    const text = `# Why the sky is blue

Great question! Have you ever wondered about it?

**Rayleigh scattering** sends short wavelengths in all directions. The blue part is scattered most.

Two things matter:

- Molecules of air are much smaller than the wavelength
1. The eye is less sensitive to violet light.

| colour | length |
|---|---|

\`\`\`python
print("scattering of the light is strong.")
\`\`\`

In summary, the sky is blue because of scattering.
I hope this helps!`
    expect(claimsOfText(text)).toEqual([
      'Rayleigh scattering sends short wavelengths in all directions.',
      'The blue part is scattered most.',
      'Molecules of air are much smaller than the wavelength',
      'The eye is less sensitive to violet light.',
    ])
  })

  it('lets a sentence that opens with a pronoun keep the one that says what is meant', () => {
    const text =
      'The mitral valve has two leaflets. It closes in systole. This prevents backflow of the blood.'
    expect(claimsOfText(text)).toEqual([
      'The mitral valve has two leaflets.',
      'The mitral valve has two leaflets. It closes in systole.',
      'The mitral valve has two leaflets. This prevents backflow of the blood.',
    ])
    expect(claimsOfText('It closes in systole. The mitral valve has two leaflets.')).toEqual([
      'The mitral valve has two leaflets.',
    ])
  })

  it('takes at most twelve, those that say most', () => {
    const long = Array.from({ length: 12 }, (_, index) => `Sort ${index} of apple tastes sweet and crisp.`)
    expect(claimsOfText(['Apples are fruit.', ...long].join(' '))).toEqual(long)
  })

  it('takes a claim that occurs twice once', () => {
    expect(claimsOfText('Bees pollinate apples. Bees pollinate apples.')).toEqual(['Bees pollinate apples.'])
  })

  it('cuts a sentence that is too long for a claim into clauses, and leaves out what cannot be cut', () => {
    const clauses = Array.from(
      { length: 12 },
      (_, index) => `orchard ${index} grows sweet apples beside the old river${index < 11 ? ',' : '.'}`,
    )
    const claims = claimsOfText(`Bees pollinate apples. ${clauses.join(' ')}`)
    expect(claims.slice(1).join(' ')).toBe(clauses.join(' '))
    expect(claims.length).toBeGreaterThan(3)
    expect(claimsOfText(`Bees pollinate apples. ${'Apples and pears '.repeat(40)}grow.`)).toEqual([
      'Bees pollinate apples.',
    ])
  })

  it.each([
    ['Thai', 'น้ำขึ้นน้ำลงเกิดจากแรงดึงดูดของดวงจันทร์ ดวงอาทิตย์ก็มีส่วนทำให้เกิดน้ำขึ้นน้ำลงด้วย '],
    ['Chinese without full stops', '潮汐主要是由月球的引力引起的，太阳也有一定的影响，'],
  ])('cuts a long text in %s into clauses', (_, clause) => {
    const text = Array.from({ length: 6 }, (_unused, index) => `${clause}${index}`).join('')
    const claims = claimsOfText(text)
    expect(claims.length).toBeGreaterThan(2)
    expect(Math.max(...claims.map(({ length }) => length))).toBeLessThanOrEqual(120)
  })

  it.each([
    'It is false that the wind makes the tides.',
    'It’s widely known that honey never spoils in jars.',
  ])('keeps a sentence that only seems to open with a pronoun as it is: %s', (sentence) => {
    expect(claimsOfText(sentence)).toEqual([sentence])
    expect(claimsOfText(`The Moon pulls the sea. ${sentence}`)).toContain(sentence)
  })

  it('does not take a thing that does something for an impersonal “it is”', () => {
    const text = 'Mesa Verde serves vegan dinners. It is a restaurant that opens at noon.'
    expect(claimsOfText(text)).toContain(text)
  })

  it('leaves out the last sentence of a text that was cut off', () => {
    const whole = 'The Moon pulls the sea. The Sun pulls it too, but less.'
    expect(claimsOfText(`${whole} The tides are therefore highest when both bodies`)).toEqual(
      claimsOfText(whole),
    )
    const list =
      'Two bodies pull the sea.\n\n- The Moon, which is small but near the Earth\n- The Sun, which is large but far away from us'
    expect(claimsOfText(list), 'an item of a list needs no full stop').toHaveLength(3)
  })

  it.each(['There are many factors to consider.', 'We have got you covered.'])(
    'leaves out a short sentence that speaks of nothing else in the text: %s',
    (filler) => {
      const text = 'Bees pollinate apples. Apple trees need bees in spring.'
      expect(claimsOfText(`${filler} ${text}`)).toEqual(claimsOfText(text))
      expect(claimsOfText(`Bees are insects. ${text}`)).toContain('Bees are insects.')
      expect(claimsOfText(filler), 'unless it says nothing else').toEqual([filler])
    },
  )

  it.each([
    ['Use PostgreSQL', ['Use PostgreSQL']],
    ['光合作用发生在叶绿体中。它需要光。', ['光合作用发生在叶绿体中。', '它需要光。']],
    ['हनी ख़राब नहीं होता है। मधुमक्खियाँ शहद बनाती हैं।', ['हनी ख़राब नहीं होता है।', 'मधुमक्खियाँ शहद बनाती हैं।']],
    ['', []],
    ['Which database do you use?', []],
    ['```sql\nselect 1;\n```', []],
    ['```sql\nselect name from apples', []],
  ])('finds in %j the claims %j', (text, claims) => {
    expect(claimsOfText(text)).toEqual(claims)
  })
})

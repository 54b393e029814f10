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

  it('leaves out a sentence that is longer than a claim may be', () => {
    expect(claimsOfText(`Bees pollinate apples. ${'Apples and pears '.repeat(40)}grow.`)).toEqual([
      'Bees pollinate apples.',
    ])
  })

  it.each([
    ['Use PostgreSQL', ['Use PostgreSQL']],
    ['光合作用发生在叶绿体中。它需要光。', ['光合作用发生在叶绿体中。', '它需要光。']],
    ['', []],
    ['Which database do you use?', []],
    ['```sql\nselect 1;\n```', []],
    ['```sql\nselect name from apples', []],
  ])('finds in %j the claims %j', (text, claims) => {
    expect(claimsOfText(text)).toEqual(claims)
  })
})

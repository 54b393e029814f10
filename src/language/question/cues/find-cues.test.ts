import { describe, expect, it } from 'vitest'
import { findCues, foldRequest } from './find-cues.ts'
import { plausibleLanguages } from './latin-alphabets.ts'

function cuesOf(text: string): string[] {
  return findCues(foldRequest(text), plausibleLanguages(text)).map(({ name }) => name)
}

describe('cues', () => {
  it('are found in their language only, as far as letters and function words tell it', () => {
    expect([...plausibleLanguages('Ile województw jest w Polsce?')]).toEqual(['pl'])
    expect(cuesOf('Give a brief summary of the Cold War')).not.toContain('product')
    expect(cuesOf('Ein Brief an die Vermieterin wegen der Heizung')).toContain('product')
  })

  it('count as the longest phrase at their place', () => {
    expect(cuesOf('how many')).toEqual(['howMany'])
    expect(cuesOf('explain why')).toEqual(expect.arrayContaining(['reasoned', 'explain']))
  })

  it('are found inside texts without spaces, but not inside words', () => {
    expect(cuesOf('WTO是什么的缩写？')).toContain('define')
    expect(cuesOf('a whole show')).toEqual([])
  })

  it('are found with other endings and at the end of compounds', () => {
    expect(cuesOf('Объявлению о продаже')).toContain('product')
    expect(cuesOf('Sinterklaasgedicht voor mijn zwager')).toContain('product')
  })

  it('at the end of a sentence are marked, where verbs stand there', () => {
    const text = foldRequest('Sonbahar hakkında bir şiir yaz')
    const verb = findCues(text, new Set(['tr'])).find(({ name }) => name === 'write')
    expect(verb).toMatchObject({ isFinal: true, language: 'tr' })
  })
})

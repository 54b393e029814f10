import { describe, expect, it } from 'vitest'
import { findCues, foldRequest } from './find-cues.ts'
import { plausibleLanguages } from './latin-alphabets.ts'

function cuesOf(text: string): string[] {
  return findCues(foldRequest(text), plausibleLanguages(text)).map(({ name }) => name)
}

describe('cues', () => {
  it('are found in their language only, as far as letters and function words tell it', () => {
    expect([...plausibleLanguages('Ile województw jest w Polsce?')]).toEqual(['pl'])
    expect(cuesOf('Was frisst der Igel und wo schläft er?')).toContain('what')
    expect(cuesOf('It was cold and the hedgehog was asleep.')).not.toContain('what')
  })

  it('count as the longest phrase at their place', () => {
    expect(cuesOf('how many')).toEqual(['howMany'])
    expect(cuesOf('explain why')).toEqual(expect.arrayContaining(['reasoned', 'explain']))
  })

  it('are found inside texts without spaces, but not inside words', () => {
    expect(cuesOf('WTO是什么的缩写？')).toContain('define')
    expect(cuesOf('a whole show')).toEqual([])
  })

  it('at the end of a sentence are marked, where verbs stand there', () => {
    const text = foldRequest('Sonbahar hakkında bir şiir yaz')
    const verb = findCues(text, new Set(['tr'])).find(({ name }) => name === 'write')
    expect(verb).toMatchObject({ isFinal: true, language: 'tr' })
  })
})

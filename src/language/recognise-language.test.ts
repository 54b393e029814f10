import { describe, expect, it } from 'vitest'
import { recogniseLanguage } from './recognise-language.ts'

describe('recogniseLanguage', () => {
  it.each([
    ['The capital of France is Paris', 'en'],
    ['Die Hauptstadt von Frankreich ist Paris', 'de'],
    ['La capitale de la France est Paris', 'fr'],
    ['La capital de Francia es París', 'es'],
    ['A capital da França é Paris', 'pt'],
    ['La capitale della Francia è Parigi', 'it'],
    ['De hoofdstad van Frankrijk is Parijs', 'nl'],
    ['日本的首都是东京。', 'zh'],
    ['日本の首都は東京です。', 'ja'],
  ])('recognises %j as %s', (text, language) => {
    expect(recogniseLanguage(text)).toBe(language)
  })

  it.each([
    'Столица Франции – Париж',
    '프랑스의 수도는 파리입니다',
    'عاصمة فرنسا هي باريس',
    'Η πρωτεύουσα είναι το Παρίσι',
    'Det är säkert för barn',
    'Bu ilaç küçük çocuklar için güvenli',
  ])('recognises %j as an unsupported language', (text) => {
    expect(recogniseLanguage(text)).toBe('other')
  })

  it.each(['Paris', '42', '', 'E = mc²', 'Ludwig van Beethoven', 'Albert Einstein', 'red, green, blue'])(
    'leaves the language of %j open',
    (text) => {
      expect(recogniseLanguage(text)).toBeNull()
    },
  )

  it('recognises English with a few words of another language in it', () => {
    expect(recogniseLanguage('The word for it in German is “Die Hauptstadt”, as far as I know')).toBe('en')
    expect(recogniseLanguage('It is written 東京 in Japanese')).toBe('en')
  })
})

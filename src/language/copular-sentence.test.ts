import { describe, expect, it } from 'vitest'
import { complementOf, isForeignSentence } from './copular-sentence.ts'
import { recogniseLanguage } from './recognise-language.ts'

const ENGLISH = 'What is the capital of France?'

function complement(text: string, query: string): string | null {
  const language = recogniseLanguage(text)
  if (language === null) throw new Error(`the language of “${text}” is not recognised`)
  return complementOf(text, { text: query, language: recogniseLanguage(query) }, language)
}

describe('complementOf', () => {
  it.each([
    ['Die Hauptstadt von Frankreich ist Paris.', 'Was ist die Hauptstadt von Frankreich?', 'Paris'],
    ['Paris ist die Hauptstadt von Frankreich', 'Was ist die Hauptstadt von Frankreich?', 'Paris'],
    ['La capitale de la France est Paris.', 'Quelle est la capitale de la France ?', 'Paris'],
    ['La capital de Francia es París', '¿Cuál es la capital de Francia?', 'París'],
    ['A capital da França é Paris', 'Qual é a capital da França?', 'Paris'],
    ['La capitale della Francia è Parigi', 'Qual è la capitale della Francia?', 'Parigi'],
    ['De hoofdstad van Frankrijk is Parijs', 'Wat is de hoofdstad van Frankrijk?', 'Parijs'],
    ['日本的首都是东京。', '日本的首都是哪里？', '东京'],
    ['日本の首都は東京です。', '日本の首都はどこですか。', '東京'],
    ['東京は日本の首都です', '日本の首都はどこですか。', '東京'],
  ])('returns the complement of %j in answer to “%s”: %j', (text, query, expected) => {
    expect(complement(text, query)).toBe(expected)
  })

  it.each([
    ['Die Hauptstadt von Frankreich ist Paris.', 'Paris'],
    ['Paris ist die Hauptstadt von Frankreich', 'Paris'],
    ['日本の首都は東京です。', '東京'],
  ])('returns the side of %j that is a name when the question is in English: %j', (text, expected) => {
    expect(complement(text, ENGLISH)).toBe(expected)
  })

  it.each([
    [
      'a negated sentence',
      'Die Hauptstadt von Frankreich ist nicht Lyon',
      'Was ist die Hauptstadt von Frankreich?',
    ],
    ['several sentences', 'Die Stadt ist alt. Die Hauptstadt ist Paris', 'Was ist die Hauptstadt?'],
    ['a sentence about something else', 'Der Fluss der Stadt ist breit', 'Was ist die Hauptstadt?'],
    ['a sentence with a clause', 'Die Hauptstadt ist Paris, wie man weiß', 'Was ist die Hauptstadt?'],
    ['two names', 'Das ist so und Bonn ist es auch', 'Was ist die Hauptstadt?'],
    ['English', 'The capital of France is Paris', ENGLISH],
    ['an unsupported language', 'Столица Франции это Париж', 'Столица Франции?'],
  ])('returns null for %s', (_, text, query) => {
    expect(complement(text, query)).toBeNull()
  })
})

describe('isForeignSentence', () => {
  it.each([
    'Die Hauptstadt ist Paris',
    'Das ist nicht gut',
    'Es liegt in der Nähe von dem Fluss',
    'La capitale est Paris',
    '日本の首都は東京です',
    'Столица Франции это Париж',
  ])('is true for %j', (text) => {
    expect(isForeignSentence(text)).toBe(true)
  })

  it.each(['Paris', '東京', 'Ludwig van Beethoven', 'Die Brücke', 'La Scala', 'It is Paris', 'Лев Толстой'])(
    'is false for %j',
    (text) => {
      expect(isForeignSentence(text)).toBe(false)
    },
  )
})

import { describe, expect, it } from 'vitest'
import type { Language } from './recognise-language.ts'
import { deniesOther, sameWording, wordingOf } from './wording.ts'

const read = (text: string, language: Language) => wordingOf(text, language)!

describe('wordingOf', () => {
  it.each<[string, Language, string[], number]>([
    ['It is not safe', 'en', ['safe'], 1],
    ['Es ist nicht sicher', 'de', ['sicher'], 1],
    ['Es ist kein Problem', 'de', ['problem'], 1],
    ['Ce n’est pas dangereux', 'fr', ['dangereux'], 1],
    ['Il ne dit rien', 'fr', ['dit'], 1],
    ['C’est dangereux', 'fr', ['dangereux'], 0],
    ['No es seguro', 'es', ['seguro'], 1],
    ['Não é seguro', 'pt', ['seguro'], 1],
    ['Non è sicuro', 'it', ['sicuro'], 1],
    ['Het is niet veilig', 'nl', ['veilig'], 1],
    ['Het is veilig', 'nl', ['veilig'], 0],
  ])('of %j (%s) has the content words %j and %i negations', (text, language, content, negations) => {
    expect(wordingOf(text, language)).toMatchObject({ content, negations })
  })

  it.each<[string, Language, number]>([
    ['这是安全的', 'zh', 0],
    ['这不安全', 'zh', 1],
    ['没有危险', 'zh', 1],
    ['否则很危险', 'zh', 0],
    ['安全です', 'ja', 0],
    ['安全ではありません', 'ja', 1],
    ['安全ではない', 'ja', 1],
  ])('of %j (%s) has %i negations', (text, language, negations) => {
    expect(read(text, language).negations).toBe(negations)
  })

  it('is null for an unsupported language', () => {
    expect(wordingOf('Це безпечно', 'other')).toBeNull()
  })
})

describe('sameWording', () => {
  it('is true for the same words in the same order, ignoring punctuation', () => {
    expect(sameWording(read('Das Haus, rot.', 'de'), read('das haus rot', 'de'))).toBe(true)
    expect(sameWording(read('这是安全的。', 'zh'), read('这是安全的', 'zh'))).toBe(true)
  })

  it.each<[string, string, Language]>([
    ['Der Hund jagt die Katze', 'Die Katze jagt der Hund', 'de'],
    ['Es ist sicher', 'Es ist nicht sicher', 'de'],
    ['C’est dangereux', 'C’est utile', 'fr'],
    ['这是安全的', '这是不安全的', 'zh'],
  ])('is false for %j and %j', (left, right, language) => {
    expect(sameWording(read(left, language), read(right, language))).toBe(false)
  })
})

describe('deniesOther', () => {
  const denies = (left: string, right: string, language: Language) => {
    const value = deniesOther(read(left, language), read(right, language))
    expect(deniesOther(read(right, language), read(left, language)), 'the order does not matter').toBe(value)
    return value
  }

  it.each<[string, string, Language]>([
    ['Es ist sicher', 'Es ist nicht sicher', 'de'],
    ['C’est dangereux', 'Ce n’est pas dangereux', 'fr'],
    ['Es seguro', 'No es seguro', 'es'],
    ['É seguro', 'Não é seguro', 'pt'],
    ['È sicuro', 'Non è sicuro', 'it'],
    ['Het is veilig', 'Het is niet veilig', 'nl'],
    ['这对儿童是安全的', '这对儿童是不安全的', 'zh'],
  ])('is true for %j and %j', (left, right, language) => {
    expect(denies(left, right, language)).toBe(true)
  })

  it.each<[string, string, Language]>([
    ['Es ist nicht sicher', 'Es ist nicht sicher', 'de'],
    ['Es ist sicher', 'Es ist sehr sicher', 'de'],
    ['Es ist sicher', 'Der Garten ist nicht grün', 'de'],
    ['Es ist sicher', 'Es ist niemals nicht sicher', 'de'],
  ])('is false for %j and %j (same polarity or different content)', (left, right, language) => {
    expect(denies(left, right, language)).toBe(false)
  })
})

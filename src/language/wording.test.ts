import { describe, expect, it } from 'vitest'
import type { Language } from './recognise-language.ts'
import { wordingOf } from './wording.ts'

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

import { describe, expect, it } from 'vitest'
import { recogniseLanguage } from '../../../language/recognise-language.ts'
import { answerReader } from './answer-words.ts'
import { compareForeign, wordsBeyond } from './compare-texts.ts'

const compare = (left: string, right: string, asked: 'en' | 'de' | null = null) => {
  const spoken = (text: string) => ({ text, language: recogniseLanguage(text) })
  const judgement = compareForeign(spoken(left), spoken(right), asked)
  expect(compareForeign(spoken(right), spoken(left), asked), 'the order does not matter').toEqual(judgement)
  return judgement
}

describe('compareForeign', () => {
  it.each([
    ['Es ist für Kinder sicher', 'Es ist für Kinder nicht sicher'],
    ['Es seguro para los niños', 'No es seguro para los niños'],
    ['È sicuro per i bambini', 'Non è sicuro per i bambini'],
    ['Het is veilig voor kinderen', 'Het is niet veilig voor kinderen'],
    ['这种药对儿童是安全的', '这种药对儿童是不安全的'],
  ])('takes %j and %j for the contrary', (left, right) => {
    expect(compare(left, right)).toEqual({ support: 0, certainty: 'contrary' })
  })

  it('knows the same words again', () => {
    expect(compare('Das Haus ist für Kinder sicher', 'Für Kinder ist das Haus sicher')).toMatchObject({
      certainty: 'unread',
    })
    expect(compare('Das Haus ist für Kinder sicher.', 'das Haus ist, für Kinder, sicher')).toMatchObject({
      certainty: 'read',
    })
  })

  it.each([
    ['other words', 'Das Kind schläft im Garten', 'Der Garten gehört dem Kind'],
    ['two languages', 'Das ist für die Kinder nicht gut', 'Ce n’est pas bon pour les enfants'],
    ['a language of which nothing is known', 'Це безпечно для дітей', 'Це дуже безпечно для дітей'],
    ['English and another', 'It is safe for the children', 'Es ist für die Kinder sicher'],
  ])('does not know whether texts in %s are the same', (_, left, right) => {
    expect(compare(left, right)).toMatchObject({ certainty: 'unread' })
  })

  it('leaves English, and what is too short to tell, to those who can read it', () => {
    expect(compare('It is safe for the children', 'It is not safe for the children')).toBeNull()
    expect(compare('Paris', 'London')).toBeNull()
    expect(compare('Paris', 'London', 'en')).toBeNull()
  })

  it('takes what is too short to tell to be in the language of the question', () => {
    expect(compare('sicher', 'nicht sicher', 'de')).toMatchObject({ certainty: 'contrary' })
  })
})

describe('wordsBeyond', () => {
  const read = answerReader('Who landed on the moon?')
  const beyond = (answer: string, other: string) =>
    wordsBeyond(read(answer), read(other)).map(({ written }) => written)

  it('are those that the other has nothing like', () => {
    expect(beyond('Armstrong and Aldrin landed', 'Armstrong landed there')).toEqual(['aldrin'])
    expect(beyond('Armstrong landed', 'Armstrong and Aldrin landed')).toEqual([])
  })

  it('are not those spelled a little otherwise, or told by their initials', () => {
    expect(beyond('a colourful landing', 'a colorful landing')).toEqual([])
    expect(beyond('it is AM', 'Amplitude Modulation')).toEqual([])
  })

  it('are numbers that are only alike', () => {
    expect(beyond('in 1969', 'in 1968')).toEqual(['1969'])
  })
})

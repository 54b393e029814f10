import { describe, expect, it } from 'vitest'
import { presentedText } from './presented-text.ts'

describe('a draft that is presented', () => {
  it.each([
    'Here is a haiku for you:',
    'Sure! Here’s the haiku:',
    'Okay, here are three lines:',
    'Hier ist das Haiku:',
    'Voici le haïku :',
    'Aquí tienes el haiku:',
    'Ecco l’haiku:',
    'Вот хайку:',
    '以下是俳句：',
  ])('loses its introduction and nothing else: %s', (introduction) => {
    expect(presentedText(`${introduction}\n\n  first frost\n\n\tthe gate\n`)).toEqual({
      text: '  first frost\n\n\tthe gate\n',
      after: '',
    })
  })

  it('is the quotation that follows, without what is said about it', () => {
    expect(
      presentedText('Of course! Here is it:\n\n"Please come by Monday."\n\nShall I shorten it?'),
    ).toEqual({
      text: 'Please come by Monday.',
      after: 'Shall I shorten it?',
    })
  })

  it('keeps several quotations', () => {
    const variants = '"Come by Monday."\n\n"Please come by Monday."'
    expect(presentedText(`Here are two:\n\n${variants}`)).toEqual({ text: variants, after: '' })
  })

  it.each([
    ['a salutation', 'Dear Ms Lovelace:\n\nHere is the plan.'],
    ['a heading', 'Ingredients:\n\nflour'],
    ['a first line of its own', 'Nobody was here:\n\nthe house was empty'],
    ['a first paragraph of several lines', 'Here is\nthe thing:\n\nnothing'],
    ['a list right below', 'Here is what we bring:\n- bread'],
    ['nothing behind it', 'Here is the plan:\n\n'],
    ['a long first paragraph', `Here is ${'much '.repeat(80)}:\n\ntext`],
  ])('is left as it is with %s', (_, text) => {
    expect(presentedText(text)).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { readQuestion } from './read-question.ts'

const formOf = (text: string) => readQuestion(text).form
const contentOf = (text: string) => readQuestion(text).content.map(({ folded }) => folded)

describe('the form of a question', () => {
  it.each([
    ['How do I learn chess?', 'how-to'],
    ['How can one learn chess?', 'how-to'],
    ['What is the best way to learn chess?', 'how-to'],
    ['Why is the sky blue?', 'why'],
    ['What is the reason for inflation?', 'why'],
    ['Who wrote Faust?', 'who'],
    ['When did Rome fall?', 'when'],
    ['Where can I buy tea?', 'where'],
    ['How many moons has Mars?', 'how-many'],
    ['Is Pluto a planet?', 'yes-no'],
    ['Which is the best bank?', 'which'],
    ['What is the capital of France?', 'what'],
    ['Tell me the capital of France', 'what'],
    ['Could you please tell me why the sky is blue?', 'why'],
    ['In 1969, who walked on the moon?', 'who'],
    ['capital of France', 'none'],
  ])('“%s” asks %s', (text, kind) => expect(formOf(text).kind).toBe(kind))

  it.each([
    ['How fast does light travel in vacuum?', 'What is the speed of light in vacuum?'],
    ['How tall is Mount Everest?', 'What is the height of Mount Everest?'],
    ['How much does a Tesla cost?', 'What is the price of a Tesla?'],
    ['How old is Madonna?', 'What is the age of Madonna?'],
  ])('“%s” asks about the same as “%s”', (one, other) => expect(contentOf(one)).toEqual(contentOf(other)))

  it('tells how long a river is from how long a flight takes', () => {
    expect(formOf('How long is the Nile?').attribute).toBe('length')
    expect(formOf('How long does the flight take?').attribute).toBe('duration')
  })
})

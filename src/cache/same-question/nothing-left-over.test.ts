import { describe, expect, it } from 'vitest'
import { NO_WORDS } from '../../../test/support/no-words.ts'
import { asksSameMeasure, leavesNothingOver } from './nothing-left-over.ts'
import { readQuestion } from './read-question.ts'
import { compareQuestions } from './word-order.ts'

const compared = (left: string, right: string) =>
  compareQuestions(readQuestion(left), readQuestion(right), NO_WORDS)
const asked = (left: string, right: string) => asksSameMeasure(compared(left, right))

describe('leavesNothingOver', () => {
  it.each([
    ['How do I learn to play the guitar?', 'How can I learn to play guitar?'],
    ['How do I enable the alarm?', 'How do I turn on the alarm?'],
    ['What is the capital of the USA?', "what's the capital of the United States"],
  ])('holds for “%s” and “%s”', (left, right) => expect(leavesNothingOver(compared(left, right))).toBe(true))

  it.each([
    ['a word more', 'How do I learn guitar?', 'How do I learn guitar chords?'],
    ['another kind of question', 'Who wrote Hamlet?', 'When was Hamlet written?'],
    ['another order', 'Do cats hunt dogs?', 'Do dogs hunt cats?'],
    ['another preposition', 'Flights to Oslo', 'Flights via Oslo'],
    ['a slip of the pen', 'How do I learn astronomy?', 'How do I learn astronmy?'],
    ['another quantity', 'Do all birds fly?', 'Do most birds fly?'],
    ['another time', 'Who is the king of Spain?', 'Who was the king of Spain?'],
    ['another owner', 'How do I fix the car?', 'How do I fix his car?'],
  ])('does not hold where there is %s', (_, left, right) =>
    expect(leavesNothingOver(compared(left, right))).toBe(false),
  )
})

describe('asksSameMeasure', () => {
  it.each([
    ['What is the speed of light in a vacuum?', 'How fast does light travel in vacuum?'],
    ['How tall is Mount Everest?', 'What is the height of Mount Everest?'],
    ['How much does a Tesla cost?', 'What is the price of a Tesla?'],
    ['How old was Mozart?', 'What was the age of Mozart?'],
    ['Who wrote Hamlet?', 'Who is the author of Hamlet?'],
    ['Who invented the telephone?', 'Who was the inventor of the telephone?'],
  ])('holds for “%s” and “%s”', (left, right) => {
    expect(asked(left, right)).toBe(true)
    expect(asked(right, left)).toBe(true)
  })

  it.each([
    ['another thing', 'How tall is Mount Everest?', 'What is the height of Mount Fuji?'],
    ['another measure', 'How tall is Mount Everest?', 'What is the age of Mount Everest?'],
    ['a further condition', 'How fast does light travel?', 'What is the speed of light in water?'],
    [
      'another part',
      'How far is the sun from the earth at night?',
      'What is the distance of the sun to the earth at night?',
    ],
    ['another time', 'How old is Madonna?', 'What was the age of Madonna?'],
    ['another possibility', 'How fast can a horse run?', 'What is the speed of a horse?'],
    ['another maker', 'Who wrote Hamlet?', 'Who is the composer of Hamlet?'],
    ['somebody in office', 'Who directed the CIA?', 'Who is the director of the CIA?'],
    ['mine', 'How old is a dog?', 'What is the age of my dog?'],
    ['no measure at all', 'What is love?', 'what is the love'],
  ])('does not hold where there is %s', (_, left, right) => expect(asked(left, right)).toBe(false))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_WORDS } from '../../../test/support/no-words.ts'
import { processorTime } from '../../../test/support/processor-time.ts'
import { readSameQuestion } from '../../adapters/assets/data-files.ts'
import { asksSameMeasure, createQuestionVerifier } from './create-question-verifier.ts'
import { readQuestion } from './read-question.ts'
import { compareQuestions } from './word-order.ts'

const shipped = readSameQuestion()
const verify = createQuestionVerifier(shipped)
const isSame = (left: string, right: string) => verify(left, right).same

describe('the verifier', () => {
  it.each([
    ['What is the speed of light in a vacuum?', 'How fast does light travel in vacuum?'],
    ['How do I learn to play the guitar?', 'How can I learn to play guitar?'],
    ['What is the capital of France?', "What's the capital of France"],
    ['How tall is Mount Everest?', 'What is the height of Mount Everest?'],
    ['Please tell me who wrote Hamlet.', 'Who wrote Hamlet?'],
  ])('takes “%s” and “%s” for the same', (left, right) => expect(isSame(left, right)).toBe(true))

  it.each([
    ['What is the boiling point of water in Celsius?', 'What is the boiling point of water in Fahrenheit?'],
    ['Who won the world cup in 2014?', 'Who won the world cup in 2018?'],
    ['What is the capital of Austria?', 'What is the capital of Australia?'],
    ['flights from boston to denver on monday', 'flights from denver to boston on monday'],
    ['What are the causes of asthma?', 'What are the symptoms of asthma?'],
    ['Who did Brutus kill?', 'Who killed Brutus?'],
    ['How do I enable the firewall?', 'How do I disable the firewall?'],
    ['How do I turn on the firewall?', 'How do I turn off the firewall?'],
    ['How can I log in to my account?', 'How can I log out of my account?'],
    ['Why did they sign in to the machine?', 'Why did they sign out of the machine?'],
    ['Why did they sign up for it?', 'Why did they sign out of it?'],
    ['What is the largest city in Canada?', 'What is the second largest city in Canada?'],
    ['Is Java faster than Python?', 'Is Python faster than Java?'],
    ['What is 5?', 'What is 5!'],
    ['What is (3+2)?', 'What is (3+2)!?'],
    ['What is 103?', 'What is 10³?'],
    ['What were the arguments for Brexit?', 'What were the arguments against Brexit?'],
    ['What is nitrogen?', 'What is nitrogen used for?'],
    ['What is a notary?', 'What does a notary do?'],
    ['How do I send money to Nigeria?', 'How do I send money from Nigeria?'],
    ['How do I get into the army?', 'How do I get out of the army?'],
    ['Who was the CEO of Apple?', 'Who is the CEO of Apple?'],
    ['When will the war end?', 'When did the war end?'],
    ['Should I buy a house?', 'Can I buy a house?'],
    ['Must I file taxes?', 'Can I file taxes?'],
    ['How old are you?', 'How old am I?'],
    ['How hot is Phoenix?', 'How cold is Phoenix?'],
    ['Who directed Alien?', 'Who directed Aliens?'],
    ['Translate to French: I am happy', 'Translate to French: I was happy'],
    ['How do I treat HIV?', 'How do I cure HIV?'],
    ['Where can I buy a used iPhone?', 'Where can I buy an iPhone?'],
    ['How do I get the name of a file?', 'How do I get a file?'],
    ['What is Apple worth?', 'What is an apple worth?'],
    ['How often should I water a cactus?', 'How often can I water a cactus?'],
    ['How far is the moon in miles?', 'How far is the moon in kilometres?'],
    ['Is the museum open on monday?', 'Is the museum open on tuesday?'],
    ['What is x^2?', 'What is x^3?'],
    ['What does git reset --hard do?', 'What does git reset --soft do?'],
    ['When was the bridge built?', 'Why was the bridge built?'],
    ['What is the date of Easter?', 'What is the reason for Easter?'],
    ['How many people work there?', 'Why do people work there?'],
    ['What is Iceland?', 'What is Iceland like?'],
    ['What do sharks eat?', 'What eats sharks?'],
    ['Which planets have rings?', 'Which planets only have rings?'],
    ['Did Spain defeat Portugal?', 'Was Spain defeated by Portugal?'],
  ])('keeps “%s” and “%s” apart', (left, right) => expect(isSame(left, right)).toBe(false))

  it('says what sets two questions apart', () =>
    expect(verify('Who ruled in 1914?', 'Who ruled in 1918?').differences).toEqual(['number']))

  it('is never surer than it may be where something sets two questions apart', () => {
    const { probability } = verify('Who won the cup in 2014?', 'Who won the cup in 2018?')
    expect(probability).toBeLessThanOrEqual(shipped.vetoed)
  })
})

const WORDS =
  'what how why is the of for in python river boston cost learn best way to my city old 42 and people'.split(
    ' ',
  )
const question = fc
  .array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 14 })
  .map((words) => `${words.join(' ')}?`)
const name = fc.constantFrom('Boston', 'Denver', 'Oslo', 'Kyoto', 'Lima', 'Quito', 'Perth', 'Accra')

describe('whatever is asked, the verifier', () => {
  it('does not care which question comes first', () => {
    fc.assert(
      fc.property(question, question, (left, right) => {
        expect(verify(left, right)).toEqual(verify(right, left))
      }),
    )
  })

  it('takes a text for the same as itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(isSame(text, text)).toBe(true)
      }),
    )
  })

  it('never takes another number for the same', () => {
    const number = fc.integer({ min: 2, max: 3000 })
    fc.assert(
      fc.property(question, number, number, (text, one, other) => {
        fc.pre(one !== other)
        const asked = text.replaceAll('42', 'time')
        expect(isSame(asked.replace('?', ` ${one}?`), asked.replace('?', ` ${other}?`))).toBe(false)
      }),
    )
  })

  it('never takes a question for the same with a “not” in it', () => {
    fc.assert(
      fc.property(question, fc.nat(12), (text, place) => {
        const words = text.split(' ')
        const at = 1 + (place % Math.max(1, words.length - 1))
        expect(isSame(text, [...words.slice(0, at), 'not', ...words.slice(at)].join(' '))).toBe(false)
      }),
    )
  })

  it('never takes the way back for the way there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('trains', 'What flights go', 'how do i get'),
        name,
        name,
        (opening, one, other) => {
          fc.pre(one !== other)
          expect(isSame(`${opening} from ${one} to ${other}`, `${opening} from ${other} to ${one}`)).toBe(
            false,
          )
        },
      ),
    )
  })

  it.each([
    ['one letter', 'a'.repeat(4_000)],
    ['two hundred thousand letters', 'a'.repeat(200_000)],
    ['words of one letter', 'a '.repeat(8_000)],
    ['openings', 'please can you tell me '.repeat(600)],
    ['numbers', '1,000,'.repeat(2_600)],
    ['quotes', '"a'.repeat(8_000)],
    ['initials', 'a.b.'.repeat(4_000)],
    ['spaces', `how${' '.repeat(15_000)}x`],
    ['apostrophes', "n't'".repeat(4_000)],
    [
      'sixty words unlike',
      Array.from({ length: 60 }, (_, index) => `longishword${'abcdefghij'[index % 10]}${index}x`).join(' '),
    ],
  ])('is done in a moment with %s', async (_, text) => {
    const time = await processorTime(() => {
      verify(text, `${text.slice(0, -1)}b why`)
      verify(text, [...text].reverse().join(''))
    })
    expect(time).toBeLessThan(3_000)
  })
})

const asked = (left: string, right: string) =>
  asksSameMeasure(compareQuestions(readQuestion(left), readQuestion(right), NO_WORDS))

describe('asksSameMeasure', () => {
  it.each([
    ['What is the speed of light in a vacuum?', 'How fast does light travel in vacuum?'],
    ['How tall is Mount Everest?', 'What is the height of Mount Everest?'],
    ['How much does a Tesla cost?', 'What is the price of a Tesla?'],
    ['How old was Mozart?', 'What was the age of Mozart?'],
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
    ['mine', 'How old is a dog?', 'What is the age of my dog?'],
    ['no measure at all', 'What is love?', 'what is the love'],
  ])('does not hold where there is %s', (_, left, right) => expect(asked(left, right)).toBe(false))
})

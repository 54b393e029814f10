import { describe, expect, it } from 'vitest'
import { isCourtesy, isDeclining } from './reply-text.ts'

describe('isDeclining', () => {
  it.each([
    'I do not have enough information to answer this.',
    'As an AI language model, I cannot give an opinion.',
    'As an AI language model, I do not have access to live data. Please name a year.',
    'I’m sorry, but I couldn’t find anything about that.',
    'I still could not find it. You can look at the official page.',
    'It is not specified in the text.',
    'The passage does not mention his name.',
    'There is no information available on that.',
    'There is not enough data to say.',
    'The exact number is unknown.',
    'That cannot be determined.',
    'More context is needed to answer.',
    'We would need more details.',
    'I am not sure.',
    'I have no idea.',
    'Hello! Unfortunately, I am unable to help with that. Is there anything else?',
    'Unknown',
    'Not specified.',
  ])('finds that %j gives no answer', (text) => {
    expect(isDeclining(text)).toBe(true)
  })

  it.each([
    "I'm not certain, but it is probably Paris.",
    'I could not find the year, but the film is from the nineties.',
    'I do not have access to live data. However, as of last year it was Paris.',
    'The exact date is unknown, but it was in spring.',
    'The song “I Cannot Find My Way” is by the band.',
    'There is no cure.',
    'Nobody.',
    'No.',
    'It is not far.',
    'You can find it in Paris.',
    'Please do.',
    '',
  ])('finds an answer in %j', (text) => {
    expect(isDeclining(text)).toBe(false)
  })

  it('does not take a long text for a refusal', () => {
    expect(isDeclining('I cannot answer. '.repeat(200))).toBe(false)
  })
})

describe('isCourtesy', () => {
  it.each([
    'Hello, this is your assistant',
    'Sure, here is the answer',
    'As an AI language model, I have no opinion',
    'I am an AI and do not know the date',
    "I'm sorry for that",
    'I do not have access to live data',
    'I hope this helps!',
    'Let me know if you need more.',
    'Is there anything else?',
  ])('holds for %j', (clause) => {
    expect(isCourtesy(clause)).toBe(true)
  })

  it.each([
    'According to the encyclopedia, it is Paris',
    'As an AI language model, I must say that it is Paris',
    'You can find it in Paris',
    'It is Paris',
  ])('does not hold for %j', (clause) => {
    expect(isCourtesy(clause)).toBe(false)
  })
})

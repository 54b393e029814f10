import { describe, expect, it } from 'vitest'
import { expectGrowth, filled } from '../../test/support/growth.ts'
import { isTimeSensitive } from './time-sensitive.ts'

describe('a question about the present', () => {
  it.each([
    'What day is today?',
    'What is on TV tonight?',
    'Who won the match yesterday?',
    'Will it rain in Oslo tomorrow?',
    'What is the latest version of Python?',
    'Who is the richest person right now?',
    'WHAT TIME IS IT NOW',
    'Which films are currently in cinemas?',
    'What is the current population of India?',
    'What is the newest iPhone?',
    'When was the most recent earthquake in Japan?',
    'Which books has she published recently?',
    'What are the best films this year?',
    'Who is top of the league this season?',
    'What happened this week in politics?',
    'Who leads the polls at the moment?',
    'How many games have they won so far?',
    'How many countries are in the EU as of 2024?',
    'What do teenagers listen to nowadays?',
    'What is popular these days?',
    'What are the upcoming elections in Europe?',
    'What’s the weather like in Paris?',
    'What is the price of gold?',
    'How much does a litre of milk cost?',
    'What is the exchange rate of the euro to the dollar?',
    'What is the stock price of Acme?',
    'What is the score of the game?',
    'Any news about the strike?',
    'Who is the president of France?',
    "Who's the CEO of Acme?",
    'who is the current  prime\nminister of the United Kingdom',
    'What time is it in Tokyo?',
    'When is the next election in Germany?',
    'How much is bitcoin worth?',
    'Is it raining in Paris?',
    'Is Queen Elizabeth still alive?',
    'What year is it?',
    'USD to EUR',
    'Name the president of France',
    'Who owns Twitter?',
    'Is ChatGPT down?',
    'Wie ist das Wetter heute?',
  ])('is %j', (query) => {
    expect(isTimeSensitive(query)).toBe(true)
  })

  it.each([
    'What is the speed of light in a vacuum?',
    'Who was the first president of the United States?',
    'When did the Second World War end?',
    'What is known about dark matter?',
    'Where do penguins live?',
    'What is a snowstorm?',
    'How do I write a newsletter?',
    'What is the head of a nail called?',
    'How far is the Moon from the Earth?',
    'Why is the sky blue?',
    'What is 17 + 25?',
    'Explain concurrency in Go',
    'Who wrote Hamlet?',
  ])('is not %j', (query) => {
    expect(isTimeSensitive(query)).toBe(false)
  })

  it('is told apart in a time that grows with the text', async () => {
    for (const piece of ['who is the ', 'how much does ', 'this ', 'who is a b c d ', 'most '])
      await expectGrowth(isTimeSensitive, filled('', piece), 64_000)
  })
})

describe('a text of many pages', () => {
  const page = 'Light is an electromagnetic wave. '.repeat(3_000)

  it.each([
    ['at its beginning', `What does it cost today? ${page}`, true],
    ['at its end', `${page} What does it cost today?`, true],
    ['nowhere near its ends', `${page} What does it cost today? ${page}`, false],
  ])('depends on the time if it asks for that %s', (_, text, expected) => {
    expect(isTimeSensitive(text)).toBe(expected)
  })
})

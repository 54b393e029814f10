import { describe, expect, it } from 'vitest'
import { expectGrowth, filled } from '../../test/support/growth.ts'
import {
  conditionsDigest,
  coversFingerprint,
  isTimeSensitive,
  panelFingerprint,
  STANDALONE,
  servedForMs,
} from './cache-policy.ts'

const policy = {
  timeToLiveMs: 86_400_000,
  unconvergedMs: 600_000,
  timeSensitiveMs: 300_000,
  retentionMs: 604_800_000,
}
const whole = { query: 'What is light?', reached: true, answered: true, wholePanel: true }

describe('how long a result is served', () => {
  it('is the time to live for a converged result', () => {
    expect(servedForMs(whole, policy, 0)).toBe(policy.timeToLiveMs)
  })

  it('is up to a tenth less by chance and never more', () => {
    expect(servedForMs(whole, policy, 0.5)).toBe(policy.timeToLiveMs * 0.95)
    expect(servedForMs(whole, policy, 0.999_999)).toBeGreaterThanOrEqual(policy.timeToLiveMs * 0.9)
    expect(servedForMs(whole, policy, 0.123)).toBeLessThan(policy.timeToLiveMs)
  })

  it('is a whole number of milliseconds', () => {
    expect(servedForMs(whole, { ...policy, timeToLiveMs: 1_000 }, 1 / 3)).toBe(966)
  })

  it('is ten minutes for a result that did not converge', () => {
    expect(servedForMs({ ...whole, reached: false }, policy, 0.5)).toBe(600_000)
  })

  it('is five minutes for a question about the present, converged or not', () => {
    const query = 'What is the latest version of Node.js?'
    expect(servedForMs({ ...whole, query }, policy, 0.5)).toBe(300_000)
    expect(servedForMs({ ...whole, query, reached: false }, policy, 0.5)).toBe(300_000)
  })

  it('is five minutes where something went wrong with the web pages it rests on, and less if a caller wants', () => {
    const lacking = { ...whole, lacksPages: true, mostSeconds: 86_400 }
    expect(servedForMs(lacking, policy, 0.5)).toBe(300_000)
    expect(servedForMs({ ...lacking, mostSeconds: 60 }, policy, 0.5)).toBe(60_000)
  })

  it('is never longer than the time to live', () => {
    const short = { ...policy, timeToLiveMs: 5_000 }
    expect(servedForMs({ ...whole, reached: false }, short, 0)).toBe(5_000)
    expect(servedForMs({ ...whole, query: 'What is new today?' }, short, 0)).toBe(5_000)
  })

  it.each([
    ['a model failed', { ...whole, wholePanel: false }],
    ['nobody had an answer', { ...whole, answered: false }],
  ])('is no time at all where %s', (_, admission) => {
    expect(servedForMs(admission, policy, 0)).toBe(0)
  })
})

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

const panel = {
  models: ['a', 'b'],
  structure: 'sonata',
  maxIterations: 7,
  kind: null,
  writer: null,
  reader: null,
  criteria: null,
}

describe('the fingerprint of a panel', () => {
  it('does not depend on the order of the models', () => {
    expect(panelFingerprint({ ...panel, models: ['b', 'a'] })).toBe(panelFingerprint(panel))
  })

  it.each([
    ['models', { ...panel, models: ['a', 'c'] }],
    ['number of seats', { ...panel, models: ['a', 'b', 'b'] }],
    ['structure', { ...panel, structure: 'concert' }],
    ['iterations', { ...panel, maxIterations: 1 }],
    ['kind', { ...panel, kind: 'draft' }],
    ['writer', { ...panel, writer: 'a' }],
    ['reader', { ...panel, reader: 'a' }],
    ['criteria', { ...panel, criteria: 'short' }],
    ['samples', { ...panel, samples: 2 }],
    ['effort', { ...panel, isThorough: true as const }],
    ['patience', { ...panel, patienceMs: 20_000 }],
    ['waiting for all', { ...panel, patienceMs: 0 }],
  ])('depends on the %s', (_, other) => {
    expect(panelFingerprint(other)).not.toBe(panelFingerprint(panel))
  })

  it('leaves the order of the request as it was', () => {
    const models = ['b', 'a']
    panelFingerprint({ ...panel, models })
    expect(models).toEqual(['b', 'a'])
  })
})

describe('the conditions of a result', () => {
  const digest = (text: string) => `<${text}>`
  const background = { instructions: null, history: [], documents: [{ title: 'Log', text: 'Secret.' }] }

  it('are none where a request names none', () => {
    expect(conditionsDigest({}, digest)).toBeNull()
    expect(conditionsDigest({ background: undefined, seed: null }, digest)).toBeNull()
  })

  it('differ by name and value, and not by the order in which they are given', () => {
    const of = (conditions: object) => conditionsDigest({ ...conditions }, digest)
    expect(of({ background, seed: 1 })).toBe(of({ seed: 1, background }))
    const others = [{ background }, { seed: 1 }, { temperature: 1 }, { seed: 2 }, { background, seed: 1 }]
    expect(new Set(others.map(of)).size).toBe(others.length)
  })

  it('set results apart from those without any, which are all that a standalone lookup sees', () => {
    const [plain, conditioned] = [panelFingerprint(panel), panelFingerprint(panel, 'abc')]
    expect(coversFingerprint(plain, conditioned)).toBe(false)
    expect(coversFingerprint(conditioned, plain)).toBe(false)
    expect([plain, conditioned].map((one) => coversFingerprint(STANDALONE, one))).toEqual([true, false])
    expect([plain, conditioned].map((one) => coversFingerprint(null, one))).toEqual([true, true])
  })
})

import { describe, expect, it } from 'vitest'
import { EXPOSITION } from '../../../test/support/engine/quoting-briefs.ts'
import { seatNamed } from '../../../test/support/engine/standings.ts'
import { type Hearing, isHeard, meetsQuorum, quorumError } from './hearing.ts'

/** One hearing for each word: an answer, or the code of an abstention. */
function hearings(...words: string[]): Hearing[] {
  return words.map((word, index) => ({
    seat: seatNamed(`model-${index + 1}`),
    brief: EXPOSITION,
    reply: word === 'answer' ? { text: 'It is 42.', kind: 'closed', answer: '42', remarks: '' } : null,
    abstention: word === 'answer' ? null : { code: word, message: `${word} happened` },
    call: null,
  }))
}

describe('meetsQuorum', () => {
  it.each([
    [['answer', 'answer'], true],
    [['answer', 'timeout'], false],
    [['answer', 'answer', 'timeout'], true],
    [['answer', 'timeout', 'timeout'], false],
    [['answer', 'answer', 'timeout', 'failed'], true],
    [['answer', 'answer', 'timeout', 'failed', 'failed'], false],
    [['answer', 'declined', 'timeout'], true],
    [['declined', 'declined'], true],
    [['answer', 'unreadable'], false],
  ])('of %j: %s', (words, met) => {
    expect(meetsQuorum(hearings(...words))).toBe(met)
  })
})

describe('quorumError', () => {
  const inTime = new AbortController().signal

  it('is unavailable, with every model’s reason in message and details', () => {
    const error = quorumError(hearings('answer', 'timeout', 'failed'), inTime)
    expect(error).toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 10,
      details: [
        { path: 'model-2', problem: 'timeout: timeout happened' },
        { path: 'model-3', problem: 'failed: failed happened' },
      ],
    })
    expect(error.message).toContain('Only 1 of 3 models answered')
    expect(error.message).toContain('model-3 – failed: failed happened')
  })

  it.each([
    [['payment_required', 'unauthorized']],
    [['model_not_found', 'forbidden', 'bad_request']],
    [['answer', 'payment_required']],
    // One may come back, and one is not enough.
    [['timeout', 'unauthorized', 'unauthorized']],
  ])('is the providers’ where waiting cannot help: %j', (words) => {
    const error = quorumError(hearings(...words), inTime)
    expect(error).toMatchObject({ code: 'upstream_error', retryAfterSeconds: undefined })
    expect(error.message).toContain('Retrying will not help')
    expect(error.message).toContain(`${words.at(-1)} happened`)
    expect(error.details).toHaveLength(words.filter((word) => word !== 'answer').length)
  })

  it.each<[Array<[string, number?]>, number]>([
    [
      [
        ['rate_limited', 3600],
        ['rate_limited', 7200],
      ],
      7200,
    ],
    [
      [
        ['rate_limited', 3600],
        ['rate_limited', 30],
        ['rate_limited', 60],
      ],
      60,
    ],
    [[['rate_limited', 3600], ['rate_limited', 40], ['answer']], 40],
    [[['rate_limited', 3600], ['timeout'], ['timeout']], 10],
    [[['rate_limited', 3600], ['unauthorized'], ['timeout']], 3600],
    [
      [
        ['rate_limited', 0],
        ['rate_limited', 0],
      ],
      1,
    ],
  ])('asks for the least wait after which enough could answer: %j', (seats, expected) => {
    const heard = hearings(...seats.map(([word]) => word)).map((hearing, index) => {
      const seconds = seats[index]![1]
      if (hearing.abstention === null || seconds === undefined) return hearing
      return { ...hearing, abstention: { ...hearing.abstention, retry_after_seconds: seconds } }
    })
    expect(quorumError(heard, inTime)).toMatchObject({ code: 'unavailable', retryAfterSeconds: expected })
  })

  it('is the deadline’s when the time was over', () => {
    const error = quorumError(hearings('timeout', 'timeout'), AbortSignal.abort())
    expect(error.code).toBe('deadline_exceeded')
    expect(error.details).toHaveLength(2)
  })
})

describe('a seat', () => {
  it('was heard if it spoke, or if asking again would change nothing', () => {
    expect(isHeard(null)).toBe(true)
    for (const code of ['declined', 'withdrawn']) expect(isHeard({ code, message: '' })).toBe(true)
    for (const code of ['timeout', 'unreadable']) expect(isHeard({ code, message: '' })).toBe(false)
  })
})

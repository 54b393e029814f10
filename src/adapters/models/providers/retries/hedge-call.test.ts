import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CallWatch, hedgeCall } from './hedge-call.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Calls that begin and end when they are told to. */
function calls({ begins = true } = {}) {
  const made: Array<PromiseWithResolversOf<string> & { signal: AbortSignal; watch: CallWatch }> = []
  const call = ({ signal }: AbortController, watch: CallWatch) => {
    const outcome = withResolvers<string>()
    made.push({ ...outcome, signal, watch })
    if (begins) watch.onBegin()
    return outcome.promise
  }
  return { made, call }
}

const signal = new AbortController().signal

test('a call that is answered in time is not repeated', async () => {
  const { made, call } = calls()
  const answer = hedgeCall(call, { afterMs: 1_000, signal })
  await vi.advanceTimersByTimeAsync(999)
  made[0]?.resolve('first')
  expect(await answer).toBe('first')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(made).toHaveLength(1)
})

test('the first good reply wins, and the other call is cancelled', async () => {
  const { made, call } = calls()
  const answer = hedgeCall(call, { afterMs: 1_000, signal })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(made).toHaveLength(2)
  made[1]?.resolve('second')
  expect(await answer).toBe('second')
  expect(made[0]?.signal.aborted).toBe(true)
})

test('there is never a third call', async () => {
  const { made, call } = calls()
  hedgeCall(call, { afterMs: 1_000, signal }).catch(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(made).toHaveLength(2)
})

test('a call that fails before it is repeated has failed', async () => {
  const { made, call } = calls()
  const answer = hedgeCall(call, { afterMs: 1_000, signal })
  made[0]?.reject(new Error('refused'))
  await expect(answer).rejects.toThrow('refused')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(made).toHaveLength(1)
})

test('a failure waits for the other call, and the first is reported if both fail', async () => {
  for (const second of ['answers', 'fails']) {
    const { made, call } = calls()
    const answer = hedgeCall(call, { afterMs: 1_000, signal })
    await vi.advanceTimersByTimeAsync(1_000)
    made[0]?.reject(new Error('the first'))
    await vi.advanceTimersByTimeAsync(1)
    if (second === 'answers') made[1]?.resolve('second')
    else made[1]?.reject(new Error('the second'))
    if (second === 'answers') expect(await answer).toBe('second')
    else await expect(answer).rejects.toThrow('the first')
  }
})

test('a call that waits for its turn is not repeated', async () => {
  const { made, call } = calls({ begins: false })
  hedgeCall(call, { afterMs: 1_000, signal }).catch(() => {})
  await vi.advanceTimersByTimeAsync(5_000)
  expect(made).toHaveLength(1)
  made[0]?.watch.onBegin()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(made).toHaveLength(2)
})

test('a call whose reply has begun is not repeated, however long it takes', async () => {
  const { made, call } = calls()
  const answer = hedgeCall(call, { afterMs: 1_000, signal })
  await vi.advanceTimersByTimeAsync(999)
  made[0]?.watch.onArrival()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(made).toHaveLength(1)
  made[0]?.resolve('first')
  expect(await answer).toBe('first')
})

test('cancelling cancels both calls', async () => {
  const cancel = new AbortController()
  const { made, call } = calls()
  hedgeCall(call, { afterMs: 1_000, signal: cancel.signal }).catch(() => {})
  await vi.advanceTimersByTimeAsync(1_000)
  cancel.abort()
  expect(made.map(({ signal: { aborted } }) => aborted)).toEqual([true, true])
})

test('without a hedging time there is only one call, however long it takes', async () => {
  const { made, call } = calls()
  hedgeCall(call, { afterMs: 0, signal }).catch(() => {})
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(made).toHaveLength(1)
})

interface PromiseWithResolversOf<Result> {
  promise: Promise<Result>
  resolve: (result: Result) => void
  reject: (error: Error) => void
}

function withResolvers<Result>(): PromiseWithResolversOf<Result> {
  let resolve: (result: Result) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<Result>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

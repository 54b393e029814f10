import { describe, expect, it } from 'vitest'
import {
  inTurn,
  keeps,
  modelsNamed,
  restless,
  revisionOf,
  runScripted,
  type Script,
} from '../../test/support/engine/scripted-panel.ts'
import type { Spiral } from './deliberation.ts'

const cutOff = () => new Error('aborted')

/** Four seats, two against one, and one that never settles. */
const DIVIDED: Record<string, Script> = {
  ada: keeps('42'),
  bob: keeps('42'),
  cleo: keeps('41'),
  dan: restless(100),
}

/** The same seats, each pulling a trigger just before it speaks in an iteration. */
function triggered(trigger: () => void, iteration: number, script: Record<string, Script> = DIVIDED) {
  return Object.fromEntries(
    Object.entries(script).map(([name, lines]) => [
      name,
      ((call) => {
        if (call.iteration === iteration) trigger()
        return typeof lines === 'function' ? lines(call) : lines
      }) satisfies Script,
    ]),
  )
}

describe('deliberate, when its time is over', () => {
  it('has nothing to answer with when the deadline passes before the exposition is heard', async () => {
    const deadline = new AbortController()
    const failing = Object.fromEntries(Object.keys(DIVIDED).map((name) => [name, cutOff()]))
    const { result } = runScripted(
      triggered(() => deadline.abort(), 1, failing),
      { deadline: deadline.signal },
    )
    await expect(result).rejects.toMatchObject({
      code: 'deadline_exceeded',
      details: expect.arrayContaining([{ path: 'ada', problem: expect.stringMatching(/^aborted: /) }]),
    })
  })

  it('asks nobody when the deadline has passed before it begins', async () => {
    const { result, calls } = runScripted(DIVIDED, { deadline: AbortSignal.abort() })
    await expect(result).rejects.toMatchObject({ code: 'deadline_exceeded' })
    expect(calls).toEqual([])
  })

  it('answers with what it has when the deadline passes at the end of an iteration', async () => {
    const deadline = new AbortController()
    const { result, calls } = runScripted(
      triggered(() => deadline.abort(), 1),
      { deadline: deadline.signal },
    )
    const { entries, warnings, reached, wholePanel } = await result
    expect(entries).toHaveLength(1)
    expect(reached).toBe(false)
    expect(wholePanel).toBe(false)
    expect(warnings.at(-1)).toContain('The time limit was reached')
    expect(calls, 'and pays no reader any more').toHaveLength(4)
  })

  it('falls back on the iteration before when the deadline cuts one short', async () => {
    const deadline = new AbortController()
    const dropped = Object.fromEntries(
      Object.entries(DIVIDED).map(([name, lines]) => [name, inTurn(lines, cutOff())]),
    )
    const { entries, warnings, finalDivergence } = await runScripted(
      triggered(() => deadline.abort(), 2, dropped),
      { deadline: deadline.signal },
    ).result
    expect(entries).toHaveLength(1)
    expect(finalDivergence).toBe(entries[0]!.D)
    expect(warnings.at(-1)).toContain('The time limit was reached')
  })

  it('still calls it consensus when the last answers were in and agreed', async () => {
    const deadline = new AbortController()
    const { ada, bob } = DIVIDED as { ada: Script; bob: Script }
    const { reached, warnings } = await runScripted(
      triggered(() => deadline.abort(), 1, { ada, bob }),
      { deadline: deadline.signal },
    ).result
    expect({ reached, warnings }).toEqual({ reached: true, warnings: [] })
  })
})

describe('deliberate, when it is cancelled', () => {
  it('asks nobody when it is cancelled before it begins', async () => {
    const { result, calls } = runScripted(DIVIDED, { signal: AbortSignal.abort() })
    await expect(result).rejects.toMatchObject({ code: 'cancelled' })
    expect(calls).toEqual([])
  })

  it('asks no further model after an exposition that was cancelled', async () => {
    const cancel = new AbortController()
    const { result, calls, checkpoints } = runScripted(
      triggered(() => cancel.abort(), 1),
      { signal: cancel.signal },
    )
    await expect(result).rejects.toMatchObject({ code: 'cancelled' })
    expect(calls.every(({ iteration }) => iteration === 1)).toBe(true)
    expect(checkpoints).toEqual([])
  })

  it('does not ask the second wave of an iteration when the first was cancelled', async () => {
    const cancel = new AbortController()
    const { result, calls } = runScripted(
      triggered(() => cancel.abort(), 2),
      { signal: cancel.signal, structure: 'fugue' },
    )
    await expect(result).rejects.toMatchObject({ code: 'cancelled' })
    expect(calls.filter(({ brief }) => brief.phase === 'revision')).toHaveLength(2)
  })

  it('asks nobody more when it is cancelled between two iterations', async () => {
    const cancel = new AbortController()
    const { result, calls } = runScripted(DIVIDED, {
      signal: cancel.signal,
      ports: { onCheckpoint: async () => cancel.abort() },
    })
    await expect(result).rejects.toMatchObject({ code: 'cancelled' })
    expect(calls.map(({ brief }) => brief.phase)).not.toContain('revision')
  })

  it('asks no other reader when it is cancelled while one reads', async () => {
    const cancel = new AbortController()
    const { result, calls } = runScripted(DIVIDED, {
      signal: cancel.signal,
      reads: () => {
        cancel.abort()
        return cutOff()
      },
    })
    await expect(result).rejects.toMatchObject({ code: 'cancelled' })
    expect(calls.filter(({ brief }) => brief.phase === 'reading')).toHaveLength(1)
  })

  it('gives no answer when it is cancelled while a writer words it', async () => {
    const cancel = new AbortController()
    const finds = (first: string): Script =>
      inTurn({ answer: first }, (call) => {
        if (call.brief.phase === 'writing') {
          cancel.abort()
          return cutOff()
        }
        const rulings = revisionOf(call).answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'no' }))
        return { rulings, new_answer: '43', changed_because: 'I had missed some.' }
      })
    const { result, calls } = runScripted({ ada: finds('41'), bob: finds('42') }, { signal: cancel.signal })
    await expect(result).rejects.toMatchObject({ code: 'cancelled' })
    expect(calls.filter(({ brief }) => brief.phase === 'writing')).toHaveLength(1)
  })

  it('passes on to every call a signal that aborts with the request', async () => {
    const cancel = new AbortController()
    const aborted: boolean[][] = []
    const { result, calls } = runScripted(DIVIDED, {
      signal: cancel.signal,
      ports: {
        onEvent({ type }) {
          if (type !== 'answer-received' || cancel.signal.aborted) return
          aborted.push(calls.map(({ signal }) => signal.aborted))
          cancel.abort()
          aborted.push(calls.map(({ signal }) => signal.aborted))
        },
      },
    })
    await expect(result).rejects.toThrow()
    expect(aborted[0]).not.toHaveLength(0)
    expect(aborted[0]).not.toContain(true)
    expect(aborted[1]).not.toContain(false)
  })
})

describe('deliberate, when it is resumed', () => {
  const options = {
    maxIterations: 4,
    structure: 'fugue' as const,
    ports: {
      findAnchors: async ({ levels: [level = 1] }: { levels: readonly number[] }) => [
        { id: `axio-000${level}`, axiom: `axiom ${level}`, level, relevance: 0.9 },
      ],
    },
  }

  it('ends as the uninterrupted run did and asks only what remained, from every checkpoint', async () => {
    const whole = runScripted(DIVIDED, options)
    const expected = await whole.result
    expect(whole.checkpoints).toHaveLength(4)
    for (const checkpoint of whole.checkpoints) {
      const stored = JSON.parse(JSON.stringify(checkpoint))
      const resumed = runScripted(DIVIDED, { ...options, checkpoint: stored })
      const { usage, ...result } = await resumed.result
      expect({ ...result, usage: { ...usage, duration_ms: 0 } }).toEqual({
        ...expected,
        usage: { ...expected.usage, duration_ms: 0 },
      })
      const remaining = whole.calls.slice(checkpoint.usage.calls)
      const asked = ({ seat, iteration, brief }: (typeof whole.calls)[number]) => ({ seat, iteration, brief })
      expect(resumed.calls.map(asked)).toEqual(remaining.map(asked))
    }
  })

  it('keeps every position when its seats speak under other names than before, or were drawn in another order', async () => {
    const whole = runScripted(DIVIDED, options)
    await whole.result
    const [{ entries, standings, ...rest }] = structuredClone(whole.checkpoints) as [Spiral]
    const turned = entries.map((entry) => ({ ...entry, responses: entry.responses.toReversed() }))
    const checkpoint = { ...rest, entries: turned, standings: standings.toReversed() }
    const { held } = rest.table!

    const voice = (name: string) => `voice for ${name}`
    const voices = Object.fromEntries(Object.entries(DIVIDED).map(([name, lines]) => [voice(name), lines]))
    const models = modelsNamed(Object.keys(DIVIDED)).map((model) => ({
      ...model,
      name: voice(model.name),
      askedAs: model.name,
    }))
    const resumed = runScripted(voices, { ...options, models, checkpoint })
    const result = await resumed.result
    const second = resumed.calls.filter((call) => call.iteration === 2 && call.brief.phase === 'revision')
    expect(second).toHaveLength(4)
    for (const call of second) expect(revisionOf(call).own).toBe(held[call.seat.key])

    const [first, last] = [result.entries[0]!, result.entries.at(-1)!]
    expect(last.responses.map(({ model }) => model)).toEqual(first.responses.map(({ model }) => model))
    const shown = [last.responses, result.dissent].flat().map(({ name }) => name)
    const heard = resumed.events.flatMap((event) => (event.type === 'answer-received' ? [event.name] : []))
    for (const name of [...shown, ...heard, ...last.clusters.flatMap((cluster) => cluster.models)]) {
      expect(name).toMatch(/^voice for /)
    }
  })

  it('adds the time spent before the interruption', async () => {
    const whole = runScripted(DIVIDED, options)
    await whole.result
    const checkpoint = structuredClone(whole.checkpoints[1]!)
    checkpoint.usage.duration_ms = 60_000
    const { usage } = await runScripted(DIVIDED, { ...options, checkpoint }).result
    expect(usage.duration_ms).toBeGreaterThan(60_000)
  })

  it('waits for a checkpoint to be stored before it asks the next model', async () => {
    let stored = 0
    const asked: Array<[iteration: number, stored: number]> = []
    const noting: Record<string, Script> = Object.fromEntries(
      Object.entries(DIVIDED).map(([name, lines]) => [
        name,
        (call) => {
          asked.push([call.iteration, stored])
          return typeof lines === 'function' ? lines(call) : lines
        },
      ]),
    )
    await runScripted(noting, {
      maxIterations: 3,
      ports: {
        onCheckpoint: async () => {
          // Slower than anything else that happens between two iterations.
          for (let turn = 0; turn < 500; turn++) await Promise.resolve()
          stored += 1
        },
      },
    }).result
    expect(asked).toHaveLength(12)
    for (const [iteration, finished] of asked) expect(finished).toBe(iteration - 1)
  })
})

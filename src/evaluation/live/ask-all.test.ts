import { describe, expect, it } from 'vitest'
import { StrettoApiError, StrettoConnectionError } from '../../client/errors.ts'
import type { AnsweredRow } from '../answered.ts'
import type { TableRow } from '../table/read-table.ts'
import { askAll } from './ask-all.ts'
import type { AskPanel } from './ask-panel.ts'

const rows = Array.from(
  { length: 10 },
  (_, place): TableRow => ({
    id: String(place),
    line: place + 2,
    question: `Question ${place}?`,
    others: {},
    digest: String(place),
  }),
)

function answerTo(row: TableRow, costUsd: number | null): AnsweredRow {
  const panel = { answer: 'x', right: null, confidence: 0.5, outcome: 'split', divergence: 0, costUsd, latencyMs: 1 } // biome-ignore format: a list
  return { ...row, gold: null, offersOptions: false, members: {}, groups: [], panel }
}

function run(ask: AskPanel, options: Partial<Parameters<typeof askAll>[0]> = {}) {
  const kept: string[] = []
  const { signal } = new AbortController()
  const keep = ({ id }: AnsweredRow) => void kept.push(id)
  const costs: number[] = []
  const keepCost = (costUsd: number) => void costs.push(costUsd)
  const all = { rows, ask, concurrency: 3, spentUsd: null, dearestUsd: null, signal, keep, keepCost }
  return askAll({ ...all, ...options }).then((asked) => ({ ...asked, kept, costs }))
}

describe('asking a panel the questions of a table', () => {
  it('asks a few at a time and keeps every answer', async () => {
    let [now, most] = [0, 0]
    const { ending, kept } = await run(async (row) => {
      most = Math.max(most, ++now)
      await Promise.resolve()
      now--
      return answerTo(row, 0.1)
    })
    expect([ending, kept.length, most]).toEqual(['done', 10, 3])
  })

  it('stops before the budget is exceeded, counting what was spent before and what is under way', async () => {
    const bounds: Array<number | undefined> = []
    const { ending, kept, spentUsd } = await run(
      async (row, { maxCostUsd }) => {
        bounds.push(maxCostUsd)
        return answerTo(row, 0.1)
      },
      { budgetUsd: 0.65, spentUsd: 0.2 },
    )
    expect([ending, kept.length]).toEqual(['budget', 4])
    expect(spentUsd).toBeCloseTo(0.6)
    for (const bound of bounds) expect(bound).toBeGreaterThanOrEqual(0.1)
  })

  it('keeps to the budget even if questions that are asked at once cost all that they may', async () => {
    const { ending, kept, spentUsd } = await run(
      async (row, { maxCostUsd }) => answerTo(row, row.id === '0' ? 0.1 : maxCostUsd!),
      { budgetUsd: 1 },
    )
    expect([ending, kept.length]).toEqual(['budget', 4])
    expect(spentUsd).toBeCloseTo(1)
  })

  it('counts a failed question as the dearest so far', async () => {
    const { ending, kept, spentUsd, costs } = await run(
      async (row) => {
        if (row.id === '1' || row.id === '2') throw new StrettoConnectionError('lost')
        return answerTo(row, 0.1)
      },
      { budgetUsd: 0.55, concurrency: 1 },
    )
    expect([ending, kept]).toEqual(['budget', ['0', '3', '4']])
    expect(spentUsd).toBeCloseTo(0.5)
    expect(costs, 'for the next run').toEqual([0.1, 0.1])
  })

  it('goes on after a failure before any cost is known, counts a share of the budget and keeps it', async () => {
    const { ending, kept, failed, spentUsd, costs } = await run(
      async (row) => {
        if (row.id === '0') throw new StrettoConnectionError('lost')
        return answerTo(row, 0.1)
      },
      { budgetUsd: 2 },
    )
    expect([ending, kept.length, failed.length]).toEqual(['done', 9, 1])
    expect(costs, 'for the next run').toEqual([0.2])
    expect(spentUsd).toBeCloseTo(0.2 + 9 * 0.1)
  })

  it('leaves something of the budget if a few questions all fail', async () => {
    const lost = await run(() => Promise.reject(new StrettoConnectionError('lost')), {
      budgetUsd: 2,
      rows: rows.slice(0, 1),
    })
    expect([lost.ending, lost.costs]).toEqual(['done', [0.2]])
  })

  it('counts nothing for a question that nobody was asked', async () => {
    for (const [status, code] of [
      [429, 'rate_limited'],
      [503, 'unavailable'],
    ] as const) {
      const error = new StrettoApiError({ status, code, message: 'later' })
      const refused = await run(() => Promise.reject(error), { budgetUsd: 2 })
      expect([refused.ending, refused.failed.length, refused.spentUsd]).toEqual(['unavailable', 5, null])
      expect(refused.costs).toEqual([])
    }
  })

  it('counts a question whose models had been asked, and one of a panel without a quorum', async () => {
    const failure = { status: 503, code: 'unavailable', message: 'no' }
    const details = [{ path: 'vendor/one', problem: 'timeout' }]
    const rowsOfOne = { budgetUsd: 2, rows: rows.slice(0, 1) }
    const stopped = await run(async (_, { onBegin }) => {
      onBegin()
      throw new StrettoApiError(failure)
    }, rowsOfOne)
    const short = await run(() => Promise.reject(new StrettoApiError({ ...failure, details })), rowsOfOne)
    expect([stopped.costs, short.costs]).toEqual([[0.2], [0.2]])
  })

  it('asks several at a time within a budget if the models are free', async () => {
    let [now, most] = [0, 0]
    const { ending } = await run(
      async (row) => {
        most = Math.max(most, ++now)
        await Promise.resolve()
        now--
        return answerTo(row, 0)
      },
      { budgetUsd: 1 },
    )
    expect([ending, most]).toEqual(['done', 3])
  })

  it('asks alone what does not fit into a part of the budget, and stops if the service says that all of it is too little', async () => {
    const details = [{ path: 'max_cost_usd', problem: 'too little' }]
    const error = new StrettoApiError({ status: 400, code: 'bad_request', message: 'no', details })
    const { ending, failed, kept } = await run(
      async (row, { maxCostUsd }) => {
        if (maxCostUsd! < 0.45) throw error
        return answerTo(row, 0.1)
      },
      { budgetUsd: 1 },
    )
    expect([ending, failed, kept.sort()]).toEqual(['budget', [], ['0', '1', '2', '3', '4', '5']])
  })

  it('refuses a budget if costs are not known', async () => {
    await expect(run(async (row) => answerTo(row, null), { budgetUsd: 1 })).rejects.toThrow(/not known/)
  })

  it('names the lines that failed and goes on', async () => {
    const { ending, failed, kept } = await run(async (row) => {
      if (row.id === '4') throw new StrettoConnectionError('lost')
      return answerTo(row, 0.1)
    })
    expect([ending, kept.length, failed]).toEqual(['done', 9, [{ line: 6, problem: 'lost' }]])
  })

  it('gives up on a panel that cannot be asked', async () => {
    let asked = 0
    const { ending } = await run(async () => {
      asked++
      throw new StrettoConnectionError('nobody there')
    })
    expect(ending).toBe('unavailable')
    expect(asked).toBeLessThan(10)
  })

  it('asks nothing more once it is cancelled, and keeps what is there', async () => {
    const leaving = new AbortController()
    const { ending, kept } = await run(
      async (row, { signal }) => {
        if (row.id === '3') leaving.abort()
        signal.throwIfAborted()
        return answerTo(row, 0.1)
      },
      { signal: leaving.signal, concurrency: 1 },
    )
    expect([ending, kept]).toEqual(['cancelled', ['0', '1', '2']])
  })
})

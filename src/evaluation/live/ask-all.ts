import { StrettoApiError } from '../../client/errors.ts'
import { LIMITS } from '../../contract/limits.ts'
import { linkedAbort } from '../../utils/linked-abort.ts'
import type { Answered } from '../answered.ts'
import { EvaluationError } from '../evaluation-error.ts'
import type { BadLine } from '../table/parse-csv.ts'
import type { TableRow } from '../table/read-table.ts'
import type { AskPanel } from './ask-panel.ts'

/** How far an evaluation has come. */
export interface Progress {
  done: number
  all: number
  /** How many of them have an answer. */
  answeredNow: number
  spentUsd: number
}

interface AskAllOptions {
  rows: TableRow[]
  ask: AskPanel
  concurrency: number
  /** US dollars; absent for no bound. */
  budgetUsd?: number | undefined
  /** What was spent on the answers that were there already; it counts. */
  spentUsd: number
  signal: AbortSignal
  /** Stores an answer before the next question is asked. */
  keep: (answered: Answered, row: TableRow) => void
  onProgress?: (progress: Progress) => void
}

/** Why the asking ended: all done, stopped by the caller, the budget, or a panel that cannot be asked. */
type Ending = 'done' | 'cancelled' | 'budget' | 'unavailable'

export interface AskedAll {
  ending: Ending
  answered: Answered[]
  /** The questions that could not be answered, which another run asks again. */
  failed: BadLine[]
  /** With what failed questions may have cost. */
  spentUsd: number
}

/** After so many failures in a row nothing more is asked. */
const MOST_FAILURES = 5

/**
 * Asks a panel all questions, a few at a time. With a budget, a question is only asked if the dearest so far would still
 * fit, together with those that are under way. What a failed one cost is not known: it counts as the dearest so far.
 */
export async function askAll(options: AskAllOptions): Promise<AskedAll> {
  const { rows, ask, budgetUsd, signal, concurrency } = options
  const answered: Answered[] = []
  const failed: BadLine[] = []
  const underWay = new Set<Promise<void>>()
  let [next, failures, spentUsd] = [0, 0, options.spentUsd]
  let dearest: number | null = null
  let ending: Ending = 'done'
  const leaving = linkedAbort(signal)

  const room = () =>
    budgetUsd === undefined
      ? undefined
      : Math.min(LIMITS.costUsd, budgetUsd - spentUsd - underWay.size * (dearest ?? 0))
  const mayAsk = () => {
    const left = room()
    if (left === undefined) return true
    // The first question is asked alone, since nothing tells what it will cost.
    return left > 0 && (dearest === null ? underWay.size === 0 : left >= dearest)
  }
  const askOne = async (row: TableRow): Promise<void> => {
    const maxCostUsd = room()
    try {
      const one = await ask(row, { signal: leaving.controller.signal, maxCostUsd })
      if (budgetUsd !== undefined && one.panel.costUsd === null) throw new EvaluationError(NO_COSTS)
      options.keep(one, row)
      answered.push(one)
      failures = 0
      spentUsd += one.panel.costUsd ?? 0
      dearest = Math.max(dearest ?? 0, one.panel.costUsd ?? 0)
    } catch (error) {
      if (error instanceof EvaluationError) throw error
      if (signal.aborted) return
      if (isOverBudget(error)) {
        ending = 'budget'
        return
      }
      failed.push({ line: row.line, problem: error instanceof Error ? error.message : String(error) })
      failures++
      if (!isUnasked(error)) spentUsd += dearest ?? maxCostUsd ?? 0
      if (isRefused(error) || failures >= MOST_FAILURES) ending = 'unavailable'
    }
    const done = answered.length + failed.length
    options.onProgress?.({ done, all: rows.length, answeredNow: answered.length, spentUsd })
  }

  try {
    for (;;) {
      const isFree = next < rows.length && ending === 'done' && !signal.aborted
      if (isFree && underWay.size < concurrency && mayAsk()) {
        const asking = askOne(rows[next++]!).finally(() => underWay.delete(asking))
        underWay.add(asking)
      } else if (underWay.size > 0) await Promise.race(underWay)
      else break
    }
  } catch (error) {
    leaving.controller.abort()
    await Promise.allSettled(underWay)
    throw error
  } finally {
    leaving.release()
  }
  const isUnfinished = answered.length + failed.length < rows.length
  if (ending === 'done' && isUnfinished)
    ending = signal.aborted
      ? 'cancelled'
      : answered.length === 0 && failed.length > 0
        ? 'unavailable'
        : 'budget'
  return { ending, answered, failed, spentUsd }
}

const NO_COSTS =
  'What these models cost is not known, so that no budget can be kept. Ask without --budget, perhaps with --limit.'

/** Whether a question was refused because its first answers alone would cost more than is left. */
function isOverBudget(error: unknown): boolean {
  return error instanceof StrettoApiError && error.details.some(({ path }) => path === 'max_cost_usd')
}

/** Whether a question was refused before any model was asked. */
function isUnasked(error: unknown): boolean {
  return error instanceof StrettoApiError && error.status !== null && error.status < 500
}

/** Whether every other question would be refused too. */
function isRefused(error: unknown): boolean {
  return error instanceof StrettoApiError && (error.status === 401 || error.status === 404)
}

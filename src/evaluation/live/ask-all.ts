import { StrettoApiError } from '../../client/errors.ts'
import { LIMITS } from '../../contract/limits.ts'
import { linkedAbort } from '../../utils/time-limits.ts'
import type { AnsweredRow } from '../answered.ts'
import { EvaluationError } from '../evaluation-error.ts'
import type { BadLine, TableRow } from '../table/read-table.ts'
import type { AskPanel } from './ask-panel.ts'

export interface Progress {
  done: number
  all: number
  /** How many of them have an answer. */
  answeredNow: number
  /** Null while no cost is known. */
  spentUsd: number | null
}

interface AskAllOptions {
  rows: TableRow[]
  ask: AskPanel
  concurrency: number
  budgetUsd?: number | undefined
  /** What earlier runs cost; it counts. Null if that is not known. */
  spentUsd: number | null
  /** What the dearest question of earlier runs cost; null while none has a known cost. */
  dearestUsd: number | null
  signal: AbortSignal
  /** Stores an answer before the next question is asked. */
  keep: (answered: AnsweredRow, row: TableRow) => void
  /** Stores what a question that failed or was stopped is taken to have cost, as far as that can be told. */
  keepCost: (costUsd: number, row: TableRow) => void
  onProgress?: (progress: Progress) => void
}

export interface AskedAll {
  /** Why the asking ended: all done, stopped by the caller, the budget, or a panel that cannot be asked. */
  ending: 'done' | 'cancelled' | 'budget' | 'unavailable'
  answered: AnsweredRow[]
  /** The questions that could not be answered, which another run asks again. */
  failed: BadLine[]
  /** With what failed questions may have cost; null while no cost is known. */
  spentUsd: number | null
}

/** After so many failures in a row nothing more is asked. */
const MOST_FAILURES = 5
/** While no cost is known, a failed question counts as at most such a part of what is left, so that others can be asked. */
const FEWEST_PARTS = 10

/** Asks a panel all questions, a few at a time, each bounded by a part of the budget so that they cannot exceed it together. */
export async function askAll(options: AskAllOptions): Promise<AskedAll> {
  const { rows, ask, budgetUsd, signal } = options
  const answered: AnsweredRow[] = []
  const failed: BadLine[] = []
  const waiting = [...rows]
  const underWay = new Set<Promise<void>>()
  let { concurrency, spentUsd, dearestUsd: dearest } = options
  let [failures, reservedUsd] = [0, 0]
  let ending: AskedAll['ending'] = 'done'
  const leaving = linkedAbort(signal)

  const left = () => budgetUsd! - (spentUsd ?? 0) - reservedUsd
  const mayAsk = () => {
    if (budgetUsd === undefined) return true
    // The first question is asked alone, since nothing tells what it will cost.
    return left() > 0 && (dearest === null ? underWay.size === 0 : left() >= dearest)
  }
  const bound = () => {
    const places = dearest === null ? 1 : Math.min(concurrency - underWay.size, Math.floor(left() / dearest))
    return Math.min(LIMITS.costUsd, left() / places)
  }
  const askOne = async (row: TableRow): Promise<void> => {
    const maxCostUsd = budgetUsd === undefined ? undefined : bound()
    const reserved = maxCostUsd ?? 0
    const isAlone = concurrency === 1 || dearest === null
    let hasBegun = false
    const onBegin = () => {
      hasBegun = true
    }
    reservedUsd += reserved
    try {
      const one = await ask(row, { signal: leaving.controller.signal, maxCostUsd, onBegin })
      const { costUsd } = one.panel
      if (budgetUsd !== undefined && costUsd === null) throw new EvaluationError(NO_COSTS)
      options.keep(one, row)
      answered.push(one)
      failures = 0
      if (costUsd !== null) {
        spentUsd = (spentUsd ?? 0) + costUsd
        dearest = Math.max(dearest ?? 0, costUsd)
      }
    } catch (error) {
      if (error instanceof EvaluationError) throw error
      const share = maxCostUsd === undefined ? null : maxCostUsd / Math.max(rows.length, FEWEST_PARTS)
      const costUsd = !hasBegun && isUnasked(error) ? null : (dearest ?? share)
      if (costUsd) options.keepCost(costUsd, row)
      if (signal.aborted) return
      if (isOverBudget(error)) {
        // Alone it gets all that is left.
        if (isAlone) ending = 'budget'
        else waiting.unshift(row)
        concurrency = 1
        return
      }
      failed.push({ line: row.line, problem: error instanceof Error ? error.message : String(error) })
      failures++
      if (costUsd !== null) spentUsd = (spentUsd ?? 0) + costUsd
      if (isRefused(error) || failures >= MOST_FAILURES) ending = 'unavailable'
    } finally {
      reservedUsd -= reserved
    }
    const done = answered.length + failed.length
    options.onProgress?.({ done, all: rows.length, answeredNow: answered.length, spentUsd })
  }

  try {
    for (;;) {
      const isFree = waiting.length > 0 && ending === 'done' && !signal.aborted
      if (isFree && underWay.size < concurrency && mayAsk()) {
        const asking = askOne(waiting.shift()!).finally(() => underWay.delete(asking))
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
  if (ending === 'done' && answered.length + failed.length < rows.length) {
    const isNoneAnswered = answered.length === 0 && failed.length > 0
    ending = signal.aborted ? 'cancelled' : isNoneAnswered ? 'unavailable' : 'budget'
  }
  return { ending, answered, failed, spentUsd }
}

const NO_COSTS =
  'What these models cost is not known, so no budget can be kept. Ask without --budget, perhaps with --limit.'

/** Whether a question was refused because its first answers alone would cost more than is left. */
function isOverBudget(error: unknown): boolean {
  return error instanceof StrettoApiError && error.details.some(({ path }) => path === 'max_cost_usd')
}

/** Whether a question whose run has not begun was refused before any model was asked: by itself, or by a busy service. */
function isUnasked(error: unknown): boolean {
  if (!(error instanceof StrettoApiError) || error.status === null) return false
  return error.status < 500 || (error.code === 'unavailable' && error.details.length === 0)
}

/** Whether every other question would be refused too: no access, nothing there, or models that cannot be asked. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof StrettoApiError)) return false
  return [401, 403, 404].includes(error.status ?? 0) || error.details.some(({ path }) => path === 'models')
}

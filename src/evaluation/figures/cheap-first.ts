import { type Calibration, probabilityOf } from '../../engine/index.ts'
import type { Answered } from '../answered.ts'
import { type Interval, shareWithin, sumOf } from './intervals.ts'
import { groupsAmong } from './votes.ts'

/** What comes of asking some members first, and the whole panel only if these are not sure enough. */
export interface CheapFirst {
  first: string[]
  /** The confidence at which the answer of the first stands, from one threshold up to another with the same result. */
  from: number
  upTo: number
  accuracy: Interval
  /** The share of questions that the first members settle. */
  settled: number
  callsPerQuestion: number
  costUsd: number | null
}

/** The least confidence at which the answer of the first members is taken. */
const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97]

/**
 * Asks first the cheapest two members, or three, or four, at several thresholds. As in the service, their
 * answer stands if all who answer agree and the calibrated confidence in that is enough.
 */
export function cheapFirst(answered: Answered[], cheapest: string[], calibration: Calibration): CheapFirst[] {
  const sizes = [2, 3, 4].filter((size) => size < cheapest.length)
  return sizes.flatMap((size) => {
    const first = cheapest.slice(0, size)
    const stages = answered.map((one) => stageOf(one, first, calibration))
    const found: CheapFirst[] = []
    for (const threshold of THRESHOLDS) {
      const next = figuresAt(threshold, { answered, first, stages, all: cheapest.length })
      const last = found.at(-1)
      if (last !== undefined && last.settled === next.settled) last.upTo = threshold
      // Where nothing is settled, the whole panel is asked.
      else if (next.settled > 0) found.push(next)
    }
    return found
  })
}

interface Stage {
  /** How sure an answer is on which all agree; null if they do not, or too few answer. */
  confidence: number | null
  isRight: boolean
  costUsd: number | null
}

function stageOf(one: Answered, first: string[], calibration: Calibration): Stage {
  const groups = groupsAmong(one, first)
  const [agreed = []] = groups
  const isAgreed = groups.length === 1 && agreed.length >= 2 && agreed.length >= first.length / 2
  const given = agreed.length
  const { offersOptions } = one
  const costs = first.map((member) => one.members[member]?.costUsd ?? null)
  return {
    confidence: isAgreed
      ? probabilityOf({ given, answering: given, compatible: 0, rival: 0, offersOptions }, calibration)
      : null,
    isRight: one.members[agreed[0] ?? '']?.right === true,
    costUsd: costs.includes(null) ? null : sumOf(costs as number[]),
  }
}

function figuresAt(
  threshold: number,
  { answered, first, stages, all }: { answered: Answered[]; first: string[]; stages: Stage[]; all: number },
): CheapFirst {
  const stands = stages.map(({ confidence }) => confidence !== null && confidence >= threshold)
  const right = answered.filter((one, place) => (stands[place] ? stages[place]!.isRight : one.panel.right))
  const settled = stands.filter(Boolean).length / answered.length
  const costs = answered.map((one, place) => (stands[place] ? stages[place]!.costUsd : one.panel.costUsd))
  return {
    first,
    from: threshold,
    upTo: threshold,
    accuracy: shareWithin(right.length, answered.length),
    settled,
    callsPerQuestion: settled * first.length + (1 - settled) * all,
    costUsd: costs.includes(null) ? null : sumOf(costs as number[]) / answered.length,
  }
}

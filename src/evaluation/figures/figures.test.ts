import { describe, expect, it } from 'vitest'
import { readMeasures } from '../../adapters/assets/data-files.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { AnsweredRow } from '../answered.ts'
import { RecordedRow, recordingsOf } from '../recorded/recording.ts'
import { FIRST_ROUND, panelOf, recorded, runPanel } from '../recorded/replay.ts'
import { cheapFirst, dropEach, memberToDrop, voteOf } from './fewer-members.ts'
import { agreementMatrix } from './report.ts'
import { calibrationCurve, differenceWithin, shareWithin } from './statistics.ts'

const MEMBERS = ['ada', 'bob', 'cleo']
const measures = readMeasures()

/** A question whose right answer is x; null for no answer. */
function question(answers: Record<string, string | null>, costs: Record<string, number> = {}): AnsweredRow {
  const given = Object.entries(answers)
  const groups = new Map<string, string[]>()
  for (const [member, answer] of given)
    if (answer !== null) groups.set(answer, [...(groups.get(answer) ?? []), member])
  const sorted = [...groups.values()].sort((one, other) => other.length - one.length)
  const lead = answers[sorted[0]?.[0] ?? ''] ?? ''
  return {
    id: '1',
    line: 1,
    question: 'What is x?',
    gold: 'x',
    offersOptions: false,
    members: Object.fromEntries(
      given.map(([member, answer]) => [
        member,
        { answer, right: answer === 'x', costUsd: costs[member] ?? null },
      ]),
    ),
    groups: sorted,
    panel: {
      answer: lead,
      right: lead === 'x',
      confidence: 0.9,
      outcome: 'majority',
      divergence: 0,
      costUsd: 0.1,
      latencyMs: null,
    },
    others: {},
  }
}

describe('intervals', () => {
  it('are those of Wilson for a share', () => {
    const { value, low, high } = shareWithin(81, 100)
    expect([value, low, high].map((one) => Number(one.toFixed(3)))).toEqual([0.81, 0.722, 0.875])
    expect(shareWithin(0, 10)).toMatchObject({ value: 0, low: 0 })
    expect(shareWithin(10, 10).high).toBe(1)
  })

  it('of a difference are about 0 for equals, never empty, and narrower with more questions', () => {
    const width = ({ low, high }: { low: number; high: number }) => high - low
    const few = differenceWithin([1, 0, 1], [1, 0, 1])
    const many = differenceWithin(new Array(300).fill(1), new Array(300).fill(1))
    expect(few.value).toBe(0)
    expect(few.low).toBeLessThan(0)
    expect(width(many)).toBeGreaterThan(0)
    expect(width(many)).toBeLessThan(width(few) / 10)
    expect(differenceWithin(new Array(50).fill(1), new Array(50).fill(0)).low).toBeGreaterThan(0.8)
  })
})

describe('the vote of first answers', () => {
  it('is right if most are, by lot in a tie that the whole panel did not have, and wrong without answers', () => {
    const votes = voteOf(
      [
        question({ ada: 'x', bob: 'x', cleo: 'y' }),
        question({ ada: 'x', bob: 'y', cleo: null }),
        question({ ada: null, bob: null, cleo: null }),
      ],
      MEMBERS,
    )
    expect(votes).toEqual([1, 1, 0])
    const answered = [
      question({ ada: 'x', bob: 'x', cleo: 'y' }),
      question({ ada: 'y', bob: 'x', cleo: null }),
    ]
    expect(voteOf(answered, ['bob', 'cleo']), 'without ada').toEqual([0.5, 1])
    expect(voteOf(answered, MEMBERS), 'as the panel').toEqual(
      answered.map(({ panel }) => Number(panel.right)),
    )
  })
})

describe('agreement', () => {
  it('is the share of the questions that both answer', () => {
    const matrix = agreementMatrix(
      [question({ ada: 'x', bob: 'x', cleo: null }), question({ ada: 'x', bob: 'y', cleo: 'y' })],
      MEMBERS,
    )
    expect(matrix).toEqual([
      [1, 0.5, 0],
      [0.5, 1, 1],
      [0, 1, 1],
    ])
  })
})

describe('the calibration curve', () => {
  it('has ten bins of about equal size, and equal confidences share one', () => {
    const stated = Array.from({ length: 200 }, (_, place) => place / 200)
    const curve = calibrationCurve(
      stated,
      stated.map((one) => one > 0.5),
    )
    expect(curve.map(({ questions }) => questions)).toEqual(new Array(10).fill(20))
    expect([curve[0]!.right.value, curve[9]!.right.value]).toEqual([0, 1])
    const tied = calibrationCurve(
      [...new Array(90).fill(0.9), ...new Array(10).fill(0.5)],
      new Array(100).fill(true),
    )
    expect(tied.map(({ questions }) => questions)).toEqual([10, 90])
  })
})

describe('the member to drop', () => {
  it('is the one that makes the vote worse, and none is named where all are needed', () => {
    const harmful = Array.from({ length: 60 }, (_, place) =>
      question({ ada: 'x', bob: place % 2 ? 'y' : 'x', cleo: 'y' }),
    )
    const dropped = dropEach(harmful, MEMBERS)
    expect(memberToDrop(dropped)?.member).toBe('cleo')
    expect(dropped[0]!.gain.low).toBeGreaterThan(0)
    const needed = Array.from({ length: 90 }, (_, place) =>
      question({
        ada: place % 3 ? 'x' : 'p',
        bob: place % 3 === 1 ? 'q' : 'x',
        cleo: place % 3 === 2 ? 'r' : 'x',
      }),
    )
    expect(memberToDrop(dropEach(needed, MEMBERS))).toBeNull()
  })
})

describe('asking cheap members first', () => {
  it('costs what the first cost where they agree, and the whole panel otherwise', () => {
    const costs = { ada: 0.001, bob: 0.002, cleo: 0.05 }
    const found = cheapFirst(
      [
        question({ ada: 'x', bob: 'x', cleo: 'x' }, costs),
        question({ ada: 'y', bob: 'x', cleo: 'x' }, costs),
      ],
      MEMBERS,
      measures.calibration,
    )
    expect(found[0]).toMatchObject({ first: ['ada', 'bob'], from: 0.5, settled: 0.5, callsPerQuestion: 2.5 })
    expect(found[0]!.costUsd).toBeCloseTo((0.003 + 0.1) / 2)
    expect(found[0]!.accuracy.value).toBe(1)
  })

  it('settles the same questions as the engine does', async () => {
    const rows = Array.from({ length: 24 }, (_, place) => ({
      question: `What is ${place} + 1?`,
      gold: String(place + 1),
      answers: Object.fromEntries(
        MEMBERS.map((member, seat) => [
          member,
          place % (seat + 2) === 1 ? null : String(place % (seat + 3) ? place + 1 : 0),
        ]),
      ),
    }))
    const recordings = recordingsOf(rows.map((row) => RecordedRow.parse(row)))
    for (const recording of recordings) {
      const first = { models: panelOf(['ada', 'bob']), enough: LIMITS.enoughDefault, ofAnyKind: false }
      const panel = { query: recording.query, models: panelOf(MEMBERS), ...FIRST_ROUND, first, ...measures }
      const staged = await runPanel(panel, { askModel: recorded(recording) })
      const isSettled = staged?.usage.stages?.length === 1
      const answers = Object.fromEntries(
        [...recording.replies].map(([member, { answer }]) => [member, answer]),
      )
      const [at] = cheapFirst([question(answers)], MEMBERS, measures.calibration).filter(
        ({ from, upTo }) => from <= 0.9 && upTo >= 0.9,
      )
      expect(at?.settled === 1, recording.query).toBe(isSettled)
    }
  })
})

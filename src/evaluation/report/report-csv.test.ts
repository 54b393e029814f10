import { describe, expect, it } from 'vitest'
import type { AnsweredRow } from '../answered.ts'
import { reportCsv } from './report-csv.ts'

/** How the answer of the panel stands in the table. */
function cellOf(answer: string): string {
  const panel = { answer, right: null, confidence: 1, outcome: 'consensus', divergence: 0, costUsd: null, latencyMs: null } // biome-ignore format: a list
  const one: AnsweredRow = { id: 'i', line: 2, question: 'q', gold: 'g', offersOptions: false, members: {}, groups: [], panel, others: {} } // biome-ignore format: a list
  return /^2,i,q,g,(.*),,1,consensus,0,,$/s.exec(
    reportCsv([one]).split('D,cost_usd,latency_ms\r\n')[1]!.trimEnd(),
  )![1]!
}

describe('the table of a report', () => {
  it.each(["-2+3+cmd|' /C calc'!A0", '=1+1', '+1+1', '@SUM(A1)', ' =1+1', '\t=1', '-x'])(
    'has no formula: %j',
    (answer) => {
      expect(cellOf(answer)).toBe(`'${answer}`)
    },
  )

  it.each(['-2', '+3', '-0.5', 'x = 1', '5'])('leaves numbers and other texts as they are: %s', (answer) => {
    expect(cellOf(answer)).toBe(answer)
  })
})

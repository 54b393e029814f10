import { expect, it } from 'vitest'
import { entryWith } from '../../../test/support/engine/entries.ts'
import { sampleEdgeResponse } from '../../../test/support/samples.ts'
import { agreementOn, divergencesOf } from './divergence.ts'

it('is that of the iterations', () => {
  const iterations = [{ ...entryWith(1, {}), D: 0.4, target_D: 0.3, D_basis: 'estimated' as const }]
  expect(divergencesOf({ iterations, result: null })).toMatchObject([{ D: 0.4, isEstimated: true }])
})

it('of a result without iterations is that of its figures', () => {
  const result = sampleEdgeResponse('id', 'Why?')
  const metrics = { ...result.metrics, D_by_iteration: [0.5, 0.6] }
  const figures = divergencesOf({ iterations: [], result: { ...result, metrics } })
  expect(figures.map(({ D }) => D)).toEqual([0.5, 0.6])
})

it('of a panel that agrees is 0 for short answers, and at most 0.2 for texts and drafts', () => {
  expect([agreementOn('closed'), agreementOn('open'), agreementOn('draft')]).toEqual([0, 0.2, 0.2])
})

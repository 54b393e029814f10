import { describe, expect, it } from 'vitest'
import type { Claim } from '../../../contract/claims.ts'
import type { ReadSentence } from '../check-text/read-sentences.ts'
import { textConfidence } from './text-confidence.ts'

const claimOf = (support: number): Claim => ({
  text: 'x',
  status: 'agreed',
  central: true,
  support,
  for: [],
  against: [],
  unsure: [],
  axioms: [],
})
const CLAIMS = [claimOf(0.9), claimOf(0.5)]
const SILENT = { supports: 0, contradicts: 0, shared: 0 }

/** A sentence that says what some claims say. */
const saying = (...places: number[]): ReadSentence => ({
  text: 's',
  isReported: false,
  bearings: CLAIMS.map((_, place) =>
    places.includes(place) ? { supports: 0.9, contradicts: 0, shared: 0 } : SILENT,
  ),
  restsOn: [],
})

describe('the confidence in a text', () => {
  it('is the mean support of what it asserts times the share of its sentences that the panel covers', () => {
    expect(textConfidence([saying(0)], CLAIMS, null).confidence).toBe(0.9)
    expect(textConfidence([saying(0), saying(0, 1)], CLAIMS, null).confidence).toBe(0.7)
    const { confidence, basis } = textConfidence([saying(0), saying(), saying(1), saying()], CLAIMS, null)
    expect(confidence).toBe(0.35)
    expect(basis).toContain('2 of 4 sentences that state something rest on the claims of the panel')
    expect(basis).toContain('the text asserts 2 of 2 claims, with a mean support of 0.70')
  })

  it('counts a sentence that a claim says, and one that reports a claim without asserting it', () => {
    const within = { ...saying(), restsOn: [0] }
    const reporting = {
      ...saying(),
      isReported: true,
      bearings: [SILENT, { supports: 0, contradicts: 0.9, shared: 0 }],
    }
    expect(textConfidence([within, reporting], CLAIMS, null).confidence).toBe(0.9)
    expect(textConfidence([within, { ...reporting, isReported: false }], CLAIMS, null).confidence).toBe(0.45)
  })

  it('does not count a struck claim that a sentence denies as asserted', () => {
    const denying = { ...saying(1), text: 'It is not so.' }
    const claims: Claim[] = [claimOf(0.9), { ...claimOf(0.5), status: 'struck' }]
    const { confidence, basis } = textConfidence([saying(0), denying], claims, null)
    expect(confidence).toBe(0.9)
    expect(basis).toContain('the text asserts 1 of 2 claims')
  })

  it('is nothing for a text that says nothing of what the panel said', () => {
    expect(textConfidence([saying()], CLAIMS, null).confidence).toBe(0)
    expect(textConfidence([], CLAIMS, null).confidence).toBe(0)
  })

  it('is lowered where the recordings do not apply', () => {
    const { confidence, basis } = textConfidence([saying(0)], CLAIMS, 'the stand-in answered')
    expect(confidence).toBe(0.7)
    expect(basis).toContain('lowered as a precaution: the stand-in answered')
    const low = textConfidence([saying(0), saying()], CLAIMS, 'the stand-in answered')
    expect(low.confidence, 'never raised').toBe(0.45)
    expect(low.basis).not.toContain('lowered')
    expect(low.basis).toContain('the stand-in answered')
  })
})

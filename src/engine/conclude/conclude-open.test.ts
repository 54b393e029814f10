import { describe, expect, it } from 'vitest'
import { examined, pointListOf, stancesOf } from '../../../test/support/engine/point-lists.ts'
import { CALIBRATION, modelsNamed, TEXT_CHOICE } from '../../../test/support/engine/scripted-panel.ts'
import { standingsOf } from '../../../test/support/engine/standings.ts'
import { type DeliberationRequest, NO_USAGE, type Spiral } from '../deliberation.ts'
import type { Point } from '../measure/points.ts'
import { holdsPosition } from '../panel/panel.ts'
import { concludeOpen } from './conclude-open.ts'
import type { Writing } from './write-text.ts'

const REQUEST: DeliberationRequest = {
  query: 'What makes the tides?',
  kind: 'open',
  criteria: null,
  models: modelsNamed(['a', 'b', 'c']),
  writer: null,
  reader: null,
  structure: 'sonata',
  maxIterations: 7,
  textChoice: TEXT_CHOICE,
  calibration: CALIBRATION,
  votes: null,
  signal: new AbortController().signal,
  deadline: new AbortController().signal,
  checkpoint: null,
}
const TEXTS = { a: 'The wind makes the tides.', b: 'The Moon makes the tides.', c: 'The Moon, mostly.' }

/** The result where the seats are ranked as they are listed. */
function concluded(entries: Point[], writing: Writing | null, texts: Record<string, string | null> = TEXTS) {
  const spiral: Spiral = {
    kind: 'open',
    date: '2026-11-17',
    entries: [],
    standings: standingsOf(texts),
    anchors: [],
    usage: NO_USAGE,
    ending: 'settled',
    votes: null,
    pointList: pointListOf(...entries),
  }
  return concludeOpen({ request: REQUEST, spiral }, spiral.standings.filter(holdsPosition), writing)
}

const STRUCK = examined('fff', { text: 'The wind makes the tides.', isStruck: true })
const MOON = examined('ttt', { text: 'The Moon makes the tides.', stances: stancesOf('.ss') })

describe('an answer that a writer wrote', () => {
  const citation = { start: 0, end: 9, text: 'The Moon.', claims: [1] }
  const unfounded = { quote: 'It is full.', problem: 'unfounded', why: 'Nobody says so.' } as const
  const written = {
    ...{ text: 'The Moon. It is full.', citations: [citation], isChecked: true },
    ...{ repaired: [{ ...unfounded, problem: 'wrong' as const }], unsupported: [unfounded], kept: [] },
  }

  it('comes with its citations, and what became of the objections to it', () => {
    expect(concluded([STRUCK, MOON], { written, warnings: ['A warning.'] })).toMatchObject({
      kind: 'open',
      answer: 'The Moon. It is full.',
      shortAnswer: null,
      confidence: 0.4,
      confidenceKind: 'supported',
      citations: [citation],
      unsupported: [unfounded],
      repaired: [{ problem: 'wrong' }],
      warnings: ['A warning.'],
      claims: [{ status: 'struck' }, { status: 'agreed' }],
      analysis: { consensus: ['The Moon makes the tides.'] },
    })
  })

  it('is a majority where more than half stand behind it, else split', () => {
    const outcomeOf = (said: string) => concluded([STRUCK, examined(said)], { written, warnings: [] })
    expect(outcomeOf('ttt')).toMatchObject({ outcome: 'majority', dissent: [] })
    expect(outcomeOf('ttf')).toMatchObject({ outcome: 'majority', dissent: [{ name: 'c' }] })
    expect(outcomeOf('tfu')).toMatchObject({ outcome: 'split', dissent: [{ name: 'a' }, { name: 'b' }] })
  })
})

describe('an answer without a writer', () => {
  it('is the best text that makes no struck claim, as it is', () => {
    const result = concluded([STRUCK, MOON], { written: null, warnings: ['No writer.'] })
    expect(result).toMatchObject({ answer: TEXTS.b, confidence: 0.8, warnings: ['No writer.'] })
    expect(result).not.toHaveProperty('citations')
  })

  it('is the best of all where each makes one, with a warning', () => {
    const everywhere = { ...STRUCK, stances: stancesOf('sss') }
    const { answer, warnings } = concluded([everywhere], null)
    expect(answer).toBe(TEXTS.a)
    expect(warnings).toEqual(['The answer makes claims that were struck: “The wind makes the tides.”.'])
  })

  it('rests on how many wrote it where nothing was examined', () => {
    const same = concluded([], null, { a: 'The Moon.', b: 'The Moon.', c: 'The Sun.' })
    expect(same).toMatchObject({ answer: 'The Moon.', confidence: 0.6, claims: [] })
  })

  it('says that nobody knew where nobody wrote a text, and has no claims', () => {
    const result = concluded([], null, { a: null, b: null })
    expect(result).toMatchObject({
      ...{ outcome: 'split', confidence: 0, confidenceBasis: 'No model wrote a text.' },
    })
    expect(result.answer).toContain('None of the models could answer')
    expect(result).not.toHaveProperty('claims')
    expect(result).not.toHaveProperty('analysis')
  })
})

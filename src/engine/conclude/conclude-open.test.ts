import { describe, expect, it } from 'vitest'
import { entryOf, readFromTable, rulingOf } from '../../../test/support/engine/claim-entries.ts'
import {
  CALIBRATION,
  CLAIM_SUPPORT,
  modelsNamed,
  TEXT_CHOICE,
} from '../../../test/support/engine/scripted-panel.ts'
import { standingsOf } from '../../../test/support/engine/standings.ts'
import type { DeliberationRequest } from '../deliberation.ts'
import type { LedgerEntry } from '../measure/claims/ledger.ts'
import { NO_USAGE, type Spiral } from '../measure/spiral.ts'
import { isCounted, readSentences } from './check-text/read-sentences.ts'
import { concludeOpen } from './conclude-open.ts'

const NAMES = ['ada', 'bob', 'cleo']
const REQUEST: DeliberationRequest = {
  query: 'What makes the tides?',
  kind: 'open',
  criteria: null,
  models: modelsNamed(NAMES),
  writer: null,
  reader: null,
  structure: 'sonata',
  maxIterations: 7,
  textChoice: TEXT_CHOICE,
  claimSupport: CLAIM_SUPPORT,
  calibration: CALIBRATION,
  uncalibrated: null,
  votes: null,
  signal: new AbortController().signal,
  deadline: new AbortController().signal,
  checkpoint: null,
}
const MOON = 'The Moon makes the tides.'
const WIND = 'The wind makes the tides.'
const AXIOM = { id: 'phys-0001', axiom: 'The Moon raises the tides.', level: 2, relevance: 0.95 }

async function concluded(entries: LedgerEntry[], text: string | null, fields: Partial<Spiral> = {}) {
  const spiral: Spiral = {
    kind: 'open',
    date: '2026-11-17',
    entries: [],
    standings: standingsOf({ ada: MOON, bob: MOON, cleo: WIND }),
    anchors: [AXIOM],
    usage: NO_USAGE,
    ending: 'settled',
    ledger: { entries, missed: [] },
    ...fields,
  }
  const sentences = text === null ? [] : await readSentences([text], entries, readFromTable({}))
  return concludeOpen({
    request: REQUEST,
    spiral,
    agreement: 0.4,
    written: { text, sentences: sentences.filter(isCounted), calls: [], warnings: ['w'] },
  })
}

describe('the result of an open question', () => {
  const agreed = entryOf(MOON, { makers: ['ada', 'bob'], rulings: [rulingOf('cleo', 'true')] })
  const disputed = entryOf(WIND, { makers: ['cleo'], rulings: [rulingOf('ada', 'false', 'It makes waves.')] })

  it('has the text, its claims and their analysis, and a confidence with its basis', async () => {
    const result = await concluded([agreed], MOON, { ending: 'converged' })
    expect(result).toMatchObject({
      answer: MOON,
      outcome: 'consensus',
      reached: true,
      dissent: [],
      confidence: 0.8,
      claims: [{ text: MOON, status: 'agreed', for: NAMES }],
      analysis: { consensus: [MOON] },
    })
    expect(result.confidenceBasis).toContain('1 of 1 sentence that states something rests')
    expect(result.warnings).toContain('w')
  })

  it('says if the claims are in a language that was read by words only', async () => {
    const german = 'Der Mond zieht das Meer an und nicht der Wind.'
    const { warnings } = await concluded([entryOf(german)], german)
    expect(warnings.join(' ')).toContain('The claims are not in English')
    expect((await concluded([agreed], MOON)).warnings.join(' ')).not.toContain('not in English')
  })

  it('has a confidence from how far the texts agree where there is no claim that could be judged', async () => {
    const consoling = 'I am so sorry. Are you safe?'
    const { confidence, confidenceBasis } = await concluded([entryOf('I am here.')], consoling)
    expect(confidence).toBe(0.4)
    expect(confidenceBasis).toContain('agree by 0.40')
    expect((await concluded([], MOON)).confidence).toBe(0.4)
    const other = await concluded([agreed], 'Cats like to sleep in warm places.')
    expect(other.confidence, 'a text that states something else rests on nothing').toBe(0)
  })

  it('is a majority if more than half of the panel are in no dispute over a central claim, else split', async () => {
    const outvoted = { ...disputed, rulings: [...disputed.rulings, rulingOf('bob', 'false', 'No.')] }
    expect(await concluded([agreed, outvoted], MOON)).toMatchObject({
      outcome: 'majority',
      dissent: [{ name: 'cleo' }],
    })
    expect(await concluded([agreed, disputed], MOON)).toMatchObject({
      outcome: 'split',
      dissent: [{ name: 'ada' }, { name: 'cleo' }],
    })
  })

  it('warns of a claim in the text that is disputed or was struck', async () => {
    expect((await concluded([agreed, disputed], WIND)).warnings).toContain(
      `The answer seems to assert claims that are disputed: “${WIND}”.`,
    )
    expect((await concluded([agreed, { ...disputed, isStruck: true }], WIND)).warnings).toContain(
      `The answer seems to assert claims that were struck: “${WIND}”.`,
    )
    expect((await concluded([agreed, disputed], MOON)).warnings).toEqual(['w'])
  })

  it('says that the recordings do not apply to a text in another language', async () => {
    const german = 'Der Mond macht die Gezeiten, und das ist nicht der Wind.'
    const result = await concluded([entryOf(german, { makers: ['ada', 'bob'] })], german)
    expect(result.confidenceBasis).toContain('the recorded panels are in English, and the text is not')
  })

  it('warns of a claim in the text that an axiom contradicts', async () => {
    const against = { ...disputed, contrary: ['phys-0001'] }
    expect((await concluded([against], WIND)).warnings.join()).toContain(
      'Axiom phys-0001 (“The Moon raises the tides.”) contradicts a claim of the answer',
    )
    expect((await concluded([against], MOON)).warnings.join()).not.toContain('phys-0001')
  })

  it('has no claims where nobody wrote a text', async () => {
    const result = await concluded([], null, {
      standings: standingsOf({ ada: null, bob: null }),
      ledger: undefined,
    })
    expect(result).toMatchObject({
      outcome: 'split',
      confidence: 0,
      confidenceBasis: 'no model wrote a text',
    })
    expect(result.claims).toBeUndefined()
    expect(result.analysis).toBeUndefined()
  })
})

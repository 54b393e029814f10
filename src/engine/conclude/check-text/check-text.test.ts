import { describe, expect, it } from 'vitest'
import { entryOf, readFromTable } from '../../../../test/support/engine/claim-entries.ts'
import type { ClaimStatus } from '../../../contract/claims.ts'
import { checkText } from './check-text.ts'
import { describeFault, findFaults, REFUSED } from './find-faults.ts'
import type { ReadSentence } from './read-sentences.ts'

const WIND = 'The wind makes the tides.'
const MOON = 'The Moon makes the tides.'
const ENTRIES = [entryOf(WIND, { isStruck: true }), entryOf(MOON)]
const STATUSES: ClaimStatus[] = ['struck', 'agreed']
const SOURCES = [WIND, MOON, 'What makes the tides?']

const checked = (text: string, table: Parameters<typeof readFromTable>[0] = {}) =>
  checkText({
    text,
    entries: ENTRIES,
    statuses: STATUSES,
    sources: SOURCES,
    readSupport: readFromTable(table),
    pause: async () => {},
  })
const faultsOf = async (text: string, table?: Parameters<typeof readFromTable>[0]) =>
  (await checked(text, table)).faults.map(({ kind }) => kind)

describe('a written text', () => {
  it('passes if it says what was agreed', async () => {
    const { faults, sentences } = await checked(`# Tides\n\nWhat makes them?\n\n${MOON}`)
    expect(faults).toEqual([])
    expect(
      sentences.map(({ text }) => text),
      'headings and questions state nothing',
    ).toEqual([MOON])
  })

  it('fails if it asserts a struck claim, in any words', async () => {
    const said = 'Strong winds raise the sea.'
    expect(await faultsOf(`${MOON} ${said}`, { [said]: { supports: [WIND] } })).toEqual(['asserts-struck'])
  })

  it.each([
    'Some say that strong winds raise the sea.',
    'Contrary to that, strong winds raise the sea.',
    'Strong winds do not raise the sea.',
  ])('may report or deny a struck claim: “%s”', async (said) => {
    expect(await faultsOf(said, { [said]: { supports: [WIND] } })).toEqual([])
  })

  it('fails if it contradicts an agreed claim, unless it reports a dispute', async () => {
    const said = 'The Sun alone makes the tides.'
    const sources = await faultsOf(said, { [said]: { contradicts: [MOON] } })
    expect(sources).toContain('contradicts-agreed')
    const told = 'Some say that the tides have another cause.'
    expect(await faultsOf(told, { [told]: { contradicts: [MOON] } })).toEqual([])
  })

  it('may contradict a struck claim and assert any other', async () => {
    const said = 'Winds have no part in the tides.'
    expect(await faultsOf(`${said} ${MOON}`, { [said]: { contradicts: [WIND] } })).toEqual([])
  })

  it('fails for a name, number or date that is in no source', async () => {
    expect(await faultsOf('So said the learned Kepler about the tides.')).toEqual(['unknown-detail'])
    expect(await faultsOf('The tides rise by 7 m in the bay.')).toEqual(['unknown-detail'])
    expect(await faultsOf('## Kepler in 1609\n\nThe tides rise in the bay.')).toEqual([])
  })
})

describe('findFaults', () => {
  const sentenceOf = (supports: number, contradicts: number, text = WIND): ReadSentence => ({
    text,
    isReported: false,
    bearings: ENTRIES.map(() => ({ supports, contradicts, shared: 0 })),
    restsOn: [],
  })

  it('refuses only what is as sure as was measured', () => {
    const faults = (...bearing: [number, number]) => findFaults([sentenceOf(...bearing)], ENTRIES, STATUSES)
    expect(faults(REFUSED.asserting - 0.01, REFUSED.contradicting - 0.01)).toEqual([])
    expect(faults(REFUSED.asserting, 0)).toHaveLength(1)
    expect(faults(0, REFUSED.contradicting)).toHaveLength(1)
  })

  it('refuses nothing that it reads in a language it was not measured in', () => {
    const german = 'Die Gezeiten werden von dem Wind und nicht von dem Mond gemacht.'
    expect(findFaults([sentenceOf(1, 1, german)], ENTRIES, STATUSES)).toEqual([])
  })

  it('says what is wrong', () => {
    const [fault] = findFaults([sentenceOf(1, 0)], ENTRIES, STATUSES)
    expect(describeFault(fault!)).toBe(`“${WIND}” asserts a struck claim: “${WIND}”.`)
  })
})

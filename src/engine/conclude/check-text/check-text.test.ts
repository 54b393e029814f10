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
  checkText(text, {
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

  it('fails even if a sentence of two words does so', async () => {
    const said = 'Winds pull.'
    expect(await faultsOf(`${said} ${MOON}`, { [said]: { supports: [WIND] } })).toEqual(['asserts-struck'])
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
  })
})

describe('the headings, bold lines and blocks of a written text', () => {
  it.each([
    '## Kepler in 1609',
    '**Founded in 1890**',
    '### Discovered by Johannes Kepler himself, who said so',
    '```\nThe town was founded in 1890.\n```',
  ])('are searched for what is in no source: %j', async (line) => {
    expect(await faultsOf(`${line}\n\n${MOON}`)).toEqual(['unknown-detail'])
  })

  it.each([
    '## Key Takeaways and Practical Implications',
    '## 3 Causes',
    '### Step 2: The Pull',
    '**Causes**',
    '```sh\nsleep 30\n```',
  ])('may name what follows: %j', async (line) => {
    expect(await faultsOf(`${line}\n\n${MOON}`)).toEqual([])
  })

  it('must not assert a struck claim or contradict an agreed one, and are not counted as sentences', async () => {
    const [raise, alone] = ['Winds raise the sea', 'Only winds pull']
    const table = { [raise]: { supports: [WIND] }, [alone]: { contradicts: [MOON] } }
    const { faults, sentences } = await checked(`## ${raise}\n\n**${alone}**\n\n${MOON}`, table)
    expect(faults.map(({ kind }) => kind)).toEqual(['asserts-struck', 'contradicts-agreed'])
    expect(sentences.map(({ text }) => text)).toEqual([MOON])
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

import { describe, expect, it } from 'vitest'
import { entryOf, readFromTable } from '../../../test/support/engine/claim-entries.ts'
import { type Script, scriptedModels } from '../../../test/support/engine/scripted-panel.ts'
import { standingsOf } from '../../../test/support/engine/standings.ts'
import { settle } from '../../../test/support/virtual-clock.ts'
import type { DeliberationEvent } from '../deliberation.ts'
import type { LedgerEntry } from '../measure/claims/ledger.ts'
import { holdsPosition } from '../measure/landscape.ts'
import type { Background } from '../panel/asked.ts'
import type { SynthesisBrief } from '../panel/brief.ts'
import { ModelFailure } from '../panel/model-port.ts'
import { synthesise } from './synthesise.ts'

const WIND = 'The wind makes the tides.'
const MOON = 'The Moon makes the tides.'
const STRUCK = entryOf(WIND, { makers: ['ada'], isStruck: true })
const AGREED = entryOf(MOON, { makers: ['bob', 'cleo'] })

async function written(
  scripts: Record<string, Script>,
  entries: LedgerEntry[] = [STRUCK, AGREED],
  texts: Record<string, string> = { ada: WIND, bob: MOON, cleo: `${MOON} It is near.` },
  background?: Background,
  onAccepted?: (text: string) => void,
) {
  const { askModel, calls } = scriptedModels(scripts)
  const events: DeliberationEvent[] = []
  const result = await synthesise({
    asked: { query: 'What makes the tides?', criteria: null, background },
    anchors: [],
    holders: standingsOf(texts).filter(holdsPosition),
    ledger: { entries, missed: [{ text: 'The Sun takes part.', seats: ['bob'] }] },
    seats: Object.keys(texts),
    writer: null,
    iteration: 2,
    ask: askModel,
    readSupport: readFromTable({}),
    pause: async () => {},
    affords: () => true,
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
    onAccepted,
  })
  return { ...result, events, briefs: calls.map(({ brief }) => brief as SynthesisBrief) }
}

describe('the writer of an open question', () => {
  it('is shown the texts, the ledger and what nobody said', async () => {
    const { text, sentences, briefs, warnings } = await written({ ada: MOON })
    expect(text).toBe(MOON)
    expect(sentences[0]).toMatchObject({ text: MOON, restsOn: [1] })
    expect(warnings).toEqual([])
    expect(briefs).toHaveLength(1)
    expect(briefs[0]).toMatchObject({ missed: ['The Sun takes part.'], refused: [] })
    expect(briefs[0]!.claims.map(({ text: claim, status }) => [claim, status])).toEqual([
      [MOON, 'agreed'],
      [WIND, 'struck'],
    ])
    expect(briefs[0]!.texts).toHaveLength(3)
  })

  it('may use what nobody but a cross-examiner mentioned', async () => {
    expect((await written({ ada: `${MOON} And the mighty Sun takes part.` })).warnings).toEqual([])
  })

  it('may use names, numbers and dates of the documents and of the conversation, and no others', async () => {
    const background: Background = {
      instructions: null,
      history: [{ role: 'user', text: 'I live in Saint-Malo.' }],
      documents: [{ title: 'Pilot by Arthur Kvitko', text: 'The range is 13.5 metres.' }],
    }
    const written13 = `${MOON} In Saint-Malo, says Kvitko, it is 13.5 metres.`
    const scripts = { ada: written13, bob: MOON }
    expect((await written(scripts, undefined, undefined, background)).text).toBe(written13)
    expect((await written(scripts)).text, 'they are in no source').toBe(MOON)
  })

  it('is followed live: every text while it is provisional, and why one was refused', async () => {
    const { events, briefs } = await written({ ada: WIND, bob: MOON })
    expect(events).toEqual([
      { type: 'text-written', name: 'ada', attempt: 1, text: WIND },
      { type: 'text-refused', name: 'ada', attempt: 1, reasons: briefs[1]!.refused },
      { type: 'text-written', name: 'bob', attempt: 2, text: MOON },
    ])
  })

  it('is refused if it asserts a struck claim; the next one is told why', async () => {
    const { text, briefs, calls, warnings } = await written({ ada: WIND, bob: MOON })
    expect({ text, warnings, calls: calls.length }).toEqual({ text: MOON, warnings: [], calls: 2 })
    expect(briefs[1]!.refused).toEqual([`“${WIND}” asserts a struck claim: “${WIND}”.`])
  })

  it('is asked twice at most; then the best text that asserts nothing struck is the answer, and a warning says so', async () => {
    const { text, calls, warnings } = await written({ ada: WIND, bob: 'It rises by 7 m in 1802, they say.' })
    expect({ text, calls: calls.length }).toEqual({ text: MOON, calls: 2 })
    expect(warnings[0]).toContain('No writer succeeded')
    expect(warnings[0]).toContain('was not checked')
    expect(warnings.join()).toContain('has “1802”, which is in none of the texts')
  })

  it('says so if every text of the panel asserts something struck', async () => {
    const everywhere = { ...STRUCK, makers: ['ada', 'bob', 'cleo'] }
    const { text, warnings } = await written({ ada: WIND, bob: WIND }, [everywhere])
    expect(text).toBe(WIND)
    expect(warnings.at(-1)).toContain('The answer asserts claims that were struck')
  })

  it('that fails costs what it cost, and the next one writes', async () => {
    const { text, calls, briefs } = await written({ ada: new ModelFailure('timeout', 'late'), bob: MOON })
    expect({ text, calls: calls.length }).toEqual({ text: MOON, calls: 2 })
    expect(briefs[1]!.refused).toEqual([])
  })

  it('is not needed where all wrote the same', async () => {
    const { text, calls, sentences } = await written({}, [AGREED], { ada: MOON, bob: MOON })
    expect({ text, calls }).toEqual({ text: MOON, calls: [] })
    expect(sentences).toHaveLength(1)
  })

  it('writes nothing where nobody wrote anything', async () => {
    expect(await written({}, [], {})).toMatchObject({ text: null, sentences: [], calls: [] })
  })
})

describe('the text of a writer that is released as it is written', () => {
  /** A writer whose text arrives in two parts. */
  const inParts =
    (beginning: string, whole: string | Error): Script =>
    async ({ onText }) => {
      onText?.(1, beginning)
      await settle()
      return whole
    }
  const NEAR = `${MOON} It is near.`
  const PULL = 'Every day its pull makes the tides rise.'
  async function released(scripts: Record<string, Script>) {
    const parts: string[] = []
    const result = await written(scripts, undefined, undefined, undefined, (text) => parts.push(text))
    return { ...result, parts }
  }

  it('is the answer, part by part', async () => {
    const { text, parts, warnings } = await released({ ada: inParts(`${NEAR} And`, `${NEAR} And it pulls.`) })
    expect(text).toBe(`${NEAR} And it pulls.`)
    expect(parts).toEqual([NEAR, ' And it pulls.'])
    expect(warnings).toEqual([])
  })

  it('is continued by the next writer, who is shown it, if the rest is refused', async () => {
    const { text, parts, briefs, calls, sentences } = await released({
      ada: inParts(`${NEAR} And`, `${NEAR} ${WIND}`),
      bob: PULL,
    })
    expect(text).toBe(`${NEAR}\n\n${PULL}`)
    expect(parts.join('')).toBe(text)
    expect(calls).toHaveLength(2)
    expect(briefs[1]).toMatchObject({ released: NEAR, refused: [expect.stringContaining('struck')] })
    expect(sentences.map((sentence) => sentence.text)).toEqual([MOON, PULL])
  })

  it('is not given twice if the next writer repeats it', async () => {
    const { text, parts } = await released({
      ada: inParts(`${NEAR} And`, `${NEAR} ${WIND}`),
      bob: inParts(`${MOON}\n\nIt is near. Every`, `${MOON}\n\nIt is near. ${PULL}`),
    })
    expect(text).toBe(`${NEAR}\n\n${PULL}`)
    expect(parts.join('')).toBe(text)
  })

  it('ends early if the next writer only repeats it', async () => {
    const refused = inParts(`${NEAR} And`, `${NEAR} ${WIND}`)
    const { text, isIncomplete } = await released({ ada: refused, bob: NEAR })
    expect({ text, isIncomplete }).toEqual({ text: NEAR, isIncomplete: true })
  })

  it('is continued if its writer fails, too', async () => {
    const { text, parts } = await released({
      ada: inParts(`${NEAR} And`, new ModelFailure('timeout', 'too slow')),
      bob: 'It pulls the tides.',
    })
    expect(text).toBe(`${NEAR}\n\nIt pulls the tides.`)
    expect(parts.join('')).toBe(text)
  })

  it('stands, and ends early, if nobody can continue it', async () => {
    const { text, parts, isIncomplete, warnings } = await released({
      ada: inParts(`${NEAR} And`, `${NEAR} ${WIND}`),
      bob: WIND,
    })
    expect(text).toBe(NEAR)
    expect(parts).toEqual([NEAR])
    expect(isIncomplete).toBe(true)
    expect(warnings[0]).toContain('ends early')
  })

  it('begins anew with the next writer if nothing was released', async () => {
    const { text, parts, briefs } = await released({ ada: inParts(`${WIND} `, WIND), bob: MOON })
    expect(text).toBe(MOON)
    expect(parts).toEqual([MOON])
    expect(briefs[1]!.released).toBeUndefined()
  })

  it('is the best text of the panel if no writer succeeds, which is not released as checked', async () => {
    const { text, parts, isIncomplete } = await released({ ada: WIND, bob: WIND })
    expect(text).not.toBeNull()
    expect(parts).toEqual([])
    expect(isIncomplete).toBeUndefined()
  })
})

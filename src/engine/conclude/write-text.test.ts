import { describe, expect, it } from 'vitest'
import {
  type Essayist,
  essayOn,
  MENDED,
  type OpenReading,
  runOpen,
} from '../../../test/support/engine/claiming-panel.ts'
import { type Line, modelsNamed } from '../../../test/support/engine/scripted-panel.ts'
import type { TextFinding } from '../../contract/claims.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { BriefNamed } from '../panel/brief.ts'
import { type ModelCall, ModelFailure } from '../panel/model-port.ts'
import { promptFor } from '../prompt/prompts.ts'

const MOON = 'The Moon pulls the oceans.'
const SUN = 'The Sun has a smaller part in it.'
const PANEL = { ada: essayOn('Ada', MOON), bob: essayOn('Bob', SUN), cleo: essayOn('Cleo', MOON, SUN) }
const TEXTS = Object.values(PANEL).map(({ text }) => text)

type Options = NonNullable<Parameters<typeof runOpen>[1]>

/** A panel whose seats write and mend the answer as told. */
const writingPanel = (how: Pick<Essayist, 'writes' | 'mends'>) =>
  Object.fromEntries(Object.entries(PANEL).map(([name, one]) => [name, { ...one, ...how }]))

async function written(how: Pick<Essayist, 'writes' | 'mends'> = {}, options: Options = {}) {
  const run = runOpen(writingPanel(how), options)
  return { ...run, result: await run.result }
}
const finding = (problem: TextFinding['problem'], quote = MOON): TextFinding => ({
  quote,
  problem,
  why: 'So it is.',
})
const callsFor = (calls: ModelCall[], ...steps: string[]) =>
  calls.filter(({ brief }) => steps.includes(brief.phase === 'reading' ? brief.task : brief.phase))

describe('the check of a text', () => {
  it.each(['refuted', 'wrong', 'disputed', 'form'] as const)(
    'sends what is %s back to the writer once, and says what was mended',
    async (problem) => {
      const finds = [finding(problem)]
      const { result, calls, events } = await written({}, { finds })
      expect(result.answer).toContain(MENDED)
      expect(result.answer).not.toContain(MOON)
      expect(result).toMatchObject({ repaired: finds, unsupported: [], warnings: [] })
      expect(callsFor(calls, 'amendment', 'check-text'), 'the mended text is not checked again').toHaveLength(
        2,
      )
      const [amendment] = callsFor(calls, 'amendment')
      expect((amendment!.brief as BriefNamed<'amendment'>).objections).toEqual(finds)
      expect(amendment!.seat.name).toBe(callsFor(calls, 'synthesis')[0]!.seat.name)
      expect(events).toContainEqual({ type: 'text-checked', name: expect.any(String), findings: finds })
      expect(result.usage.calls).toBe(2 * 3 + 3 + 1)
    },
  )

  it('lists what is unfounded, and mends nothing', async () => {
    const finds = [finding('unfounded')]
    const { result, calls } = await written({}, { finds })
    expect(result.answer).toContain(MOON)
    expect(result).toMatchObject({ repaired: [], unsupported: finds, warnings: [] })
    expect(callsFor(calls, 'amendment')).toEqual([])
    expect(result.confidence).toBeLessThan((await written()).result.confidence)
  })

  it('lists no longer what is unfounded once it is mended away', async () => {
    const finds = [finding('unfounded', SUN), finding('wrong', MOON)]
    const { result } = await written({ mends: 'It is the Moon.' }, { finds })
    expect(result).toMatchObject({ answer: 'It is the Moon.', unsupported: [], repaired: [finding('wrong')] })
  })

  it('does not count where the quotation is not in the text', async () => {
    const finds = [finding('wrong', 'The wind makes the tides.')]
    const { result, calls } = await written({}, { finds })
    expect(result).toMatchObject({ repaired: [], unsupported: [], warnings: [] })
    expect(callsFor(calls, 'amendment')).toEqual([])
  })

  it('finds a long passage again', async () => {
    const text = `${'The Moon pulls the oceans and they rise '.repeat(8)}again.`
    const { result } = await written(
      { writes: text, mends: text },
      { finds: [finding('wrong', text), finding('unfounded', text)] },
    )
    expect(result.repaired).toEqual([])
    expect(result.unsupported).toHaveLength(1)
    expect(result.warnings.join()).toContain('the writer kept it')
  })

  it('takes a passage for mended if its line was changed, whatever words of it are left', async () => {
    const finds = [finding('disputed')]
    const { result } = await written({ writes: MOON, mends: `${MOON} Some doubt it.` }, { finds })
    expect(result).toMatchObject({ repaired: finds, warnings: [] })
  })

  it('tells the passages of one paragraph apart: what was mended and what was kept', async () => {
    const finds = [finding('wrong', MOON), finding('wrong', SUN), finding('unfounded', 'Ships sail on it.')]
    const writes = `${MOON} ${SUN} Ships sail on it.`
    const { result } = await written({ writes, mends: `It is the Moon. ${SUN} Ships sail on it.` }, { finds })
    expect(result).toMatchObject({ repaired: [finds[0]], unsupported: [finds[2]] })
    expect(result.warnings).toEqual([expect.stringContaining(`“${SUN}”, and the writer kept it`)])
  })

  it('takes the marker of the tags for that of the marks when the text is mended', async () => {
    const finds = [finding('wrong')]
    const { result, calls } = await written(
      { mends: (brief) => `It is so. [[${promptFor(brief).marker}:1]]` },
      { finds },
    )
    expect(result.citations).toMatchObject([{ text: 'It is so.', claims: [0] }])
    expect(callsFor(calls, 'amendment')).toHaveLength(1)
  })

  it('leaves out the line in which a writer announces the text that it mended', async () => {
    const writes = `${SUN}\n\n${MOON}`
    const mends = `Here is the mended text:\n\n${SUN}\n\nIt is the Moon.`
    const { result } = await written({ writes, mends }, { finds: [finding('wrong')] })
    expect(result.answer).toBe(`${SUN}\n\nIt is the Moon.`)
  })

  it('warns of a passage that the writer keeps', async () => {
    const kept = { writes: `${SUN} ${MOON}\n`, mends: ({ text }: BriefNamed<'amendment'>) => text }
    const { result } = await written(kept, { finds: [finding('wrong')] })
    expect(result.answer).toContain(MOON)
    expect(result.repaired).toEqual([])
    expect(result.warnings).toEqual([
      expect.stringContaining(`objects to “${MOON}”, and the writer kept it: So it is.`),
    ])
    expect(result.confidence).toBeLessThan((await written()).result.confidence)
  })

  it.each<[string, Line]>([
    ['fails', new ModelFailure('timeout', 'late')],
    ['is cut off', { cut: 'The Moon' }],
    ['refuses', 'I’m sorry, but I cannot help with that.'],
  ])('leaves the text as it was where the writer %s when it is to mend it', async (_, mends) => {
    const { result } = await written({ mends }, { finds: [finding('wrong')] })
    expect(result.answer).toContain(MOON)
    const warning = `objects to “${MOON}”, and the text could not be mended`
    expect(result).toMatchObject({ repaired: [], warnings: [expect.stringContaining(warning)] })
  })

  it('is never asked of a seat whose key was refused', async () => {
    const refused = { text: new ModelFailure('unauthorized', 'bad key') }
    const { result, calls } = runOpen({ ...PANEL, dan: refused })
    await result
    expect(calls.filter(({ seat }) => seat.name === 'dan')).toHaveLength(1)
  })

  it('is made by a seat that did not write the text, and if possible did not read the others for it', async () => {
    for (const names of [
      ['ada', 'bob'],
      ['ada', 'bob', 'cleo'],
    ] as const) {
      const panel = Object.fromEntries(names.map((name) => [name, PANEL[name]]))
      const { result, calls } = runOpen(panel)
      await result
      const [mapping, writing, checking] = ['map-texts', 'synthesis', 'check-text'].map(
        (step) => callsFor(calls, step)[0],
      )
      expect(checking!.seat.key).not.toBe(writing!.seat.key)
      if (names.length > 2) expect(checking!.seat.key).not.toBe(mapping!.seat.key)
    }
  })

  it('sees the text without its marks', async () => {
    const { calls } = await written()
    const [check] = callsFor(calls, 'check-text')
    expect(check!.brief).toMatchObject({ text: expect.not.stringContaining('[[') })
  })

  it.each<[string, Line]>([
    ['unreadable', 'It is fine.'],
    ['missing', new ModelFailure('timeout', 'late')],
  ])(
    'is asked of another model where it is %s, and is missing with a warning after that',
    async (_, line) => {
      let failures = 1
      const once: OpenReading['finds'] = () => (failures-- > 0 ? line : [finding('unfounded')])
      expect((await written({}, { finds: once })).result).toMatchObject({ unsupported: [{}], warnings: [] })
      const { result, calls } = await written({}, { finds: () => line })
      expect(new Set(callsFor(calls, 'check-text').map(({ seat }) => seat.name)).size).toBe(2)
      expect(result).toMatchObject({
        unsupported: [],
        warnings: ['The text could not be checked by another model.'],
        confidenceBasis: expect.stringContaining('no other model checked it'),
      })
    },
  )
})

describe('the writer', () => {
  it('is another one if the first is cut off', async () => {
    const lines: Line[] = [{ cut: 'The Moon pulls the' }, 'The Moon pulls.']
    const writes = () => lines.shift()!
    const { result, calls, events } = await written({ writes })
    const writers = callsFor(calls, 'synthesis').map(({ seat }) => seat.name)
    expect(new Set(writers).size).toBe(2)
    expect(result).toMatchObject({ answer: 'The Moon pulls.', warnings: [] })
    expect(events.filter(({ type }) => type === 'text-written')).toEqual([
      { type: 'text-written', name: writers[1], attempt: 2, text: 'The Moon pulls.', mended: false },
    ])
  })

  it.each<[string, Line]>([
    ['fail', new ModelFailure('timeout', 'late')],
    ['are cut off', { cut: 'The Moon pulls the' }],
    ['refuse', 'I’m sorry, but I cannot help with that.'],
    ['write nothing', ' '],
  ])(
    'is nobody if two of them %s: the answer is the best text as it is, with a warning',
    async (_, writes) => {
      const { result, calls } = await written({ writes })
      expect(TEXTS).toContain(result.answer)
      expect(callsFor(calls, 'synthesis')).toHaveLength(2)
      expect(callsFor(calls, 'check-text')).toEqual([])
      expect(result.warnings.join()).toContain('No writer succeeded')
      expect(result).not.toHaveProperty('citations')
    },
  )

  it('is the chosen one, in the panel or not', async () => {
    const [zoe, bob] = modelsNamed(['zoe', 'bob'])
    const panel = { ...PANEL, bob: { ...PANEL.bob, writes: 'By bob.' }, zoe: { text: '', writes: 'By zoe.' } }
    const models = modelsNamed(Object.keys(PANEL))
    expect((await runOpen(panel, { models, writer: zoe! }).result).answer).toBe('By zoe.')
    expect((await runOpen(panel, { models, writer: bob! }).result).answer).toBe('By bob.')
  })

  it('may leave its text without marks', async () => {
    const { result } = await written({ writes: 'The Moon and the Sun.' })
    expect(result).toMatchObject({
      answer: 'The Moon and the Sun.',
      citations: [],
      unsupported: [],
      repaired: [],
    })
  })

  it('sees where the panel stands on every point', async () => {
    const wind = 'The wind makes the tides.'
    const { result, calls } = runOpen({
      ada: { ...PANEL.ada, rules: { [wind]: 'false' } },
      bob: { ...essayOn('Bob', wind), rules: { [MOON]: 'depends' } },
    })
    await result
    expect(callsFor(calls, 'synthesis')[0]!.brief).toMatchObject({
      points: [
        {
          number: 1,
          text: MOON,
          status: 'single',
          reasons: [{ verdict: 'depends', text: 'It depends on the coast.' }],
        },
        {
          number: 2,
          text: wind,
          status: 'disputed',
          reasons: [{ verdict: 'false', text: 'I looked it up.' }],
        },
      ],
    })
  })

  it('has its text kept as it is, with a warning where that is impossible', async () => {
    const text = '  *Tides*\r\n\n```\nx[[1,2]]\t= 3\n```\n'
    expect((await written({ writes: `x${text}y` })).result.answer).toBe(`x${text}y`)
    const odd = await written({ writes: `a\0${'x'.repeat(LIMITS.answerCharacters)}` })
    expect(odd.result.answer).toHaveLength(LIMITS.answerCharacters)
    for (const code of ['text_cut', 'characters_replaced']) expect(odd.result.warnings.join()).toContain(code)
  })
})

import { describe, expect, it } from 'vitest'
import { type Essayist, runOpen, WRITTEN } from '../../test/support/engine/claiming-panel.ts'
import { overlapSupport } from '../../test/support/engine/overlap-support.ts'
import { type Line, modelsNamed, runScripted, type Script } from '../../test/support/engine/scripted-panel.ts'
import type { Anchor } from '../contract/axiom.ts'
import { LIMITS } from '../contract/limits.ts'
import { ModelFailure } from './panel/model-port.ts'

const MOON = '# Tides\n\nThe **Moon** pulls the oceans:\n\n- twice a day\n- on both sides'
const SUN = 'Tides come from the Moon and, to a lesser degree, from the Sun.\n\nSee `tide.py`.'
const WIND = 'Tides are made by the wind that blows over the oceans.'
const essay = (text: string, writes?: Line): Essayist => ({ text, writes })
const PANEL = { ada: essay(MOON), bob: essay(SUN), cleo: essay(WIND) }

describe('a panel that answers an open question', () => {
  it('writes, says which claims are true, and one writer that sees every text writes the answer', async () => {
    const { result, calls } = runOpen(PANEL)
    const { answer, kind, shortAnswer, entries, usage } = await result
    expect({ answer, kind, shortAnswer }).toEqual({ answer: WRITTEN, kind: 'open', shortAnswer: null })
    expect(usage.calls, 'two for each seat and one for the writer').toBe(2 * 3 + 1)
    const writing = calls.at(-1)!
    expect(writing.brief.phase).toBe('synthesis')
    for (const text of [MOON, SUN, WIND]) expect(writing.messages.at(-1)!.content).toContain(text)
    expect(JSON.stringify(writing.messages)).not.toMatch(/ada|bob|cleo/)
    expect(entries).toMatchObject([
      { iteration: 1, phase: 'exposition', D_basis: 'estimated' },
      { iteration: 2, level: 2, phase: 'examination', D_basis: 'measured' },
    ])
    expect(entries[0]!.responses.map(({ answer: text }) => text).sort()).toEqual([MOON, SUN, WIND].sort())
  })

  it('writes after a single iteration too', async () => {
    const { usage, answer } = await runOpen(PANEL, { maxIterations: 1 }).result
    expect({ calls: usage.calls, answer }).toEqual({ calls: 4, answer: WRITTEN })
  })

  it('needs no writer where all wrote the same', async () => {
    const { result } = runOpen({ ada: essay(MOON), bob: essay(MOON) })
    const { answer, usage, outcome } = await result
    expect({ answer, calls: usage.calls, outcome }).toEqual({ answer: MOON, calls: 2, outcome: 'consensus' })
  })

  it('agrees where all wrote the same code, which claims nothing', async () => {
    const code = '```python\nprint(1)\n```'
    const { result, calls } = runOpen({ ada: { text: code }, bob: { text: code } })
    const { answer, outcome, initialDivergence, entries } = await result
    expect({ answer, outcome, initialDivergence }).toEqual({
      answer: code,
      outcome: 'consensus',
      initialDivergence: 0,
    })
    expect(entries[0]!.responses.map(({ residual }) => residual)).toEqual([0, 0])
    expect(calls).toHaveLength(2)
    const other = await runOpen({ ada: { text: code }, bob: { text: code.replace('1', '2') } }).result
    expect({ outcome: other.outcome, D: other.initialDivergence }).toEqual({ outcome: 'split', D: 1 })
  })

  it('does not agree because of the same text where an axiom contradicts it', async () => {
    const claim = 'Tides are made by the wind.'
    const axiom = 'The wind makes no tides.'
    const anchor = { id: 'tides', axiom, level: 1, level_name: 'x', relevance: 0.95 } as unknown as Anchor
    const ports = { findAnchors: async () => [anchor], readSupport: overlapSupport([[claim, axiom]]) }
    const { result, calls } = runOpen({ ada: { text: claim }, bob: { text: claim } }, { ports })
    const { outcome, claims } = await result
    expect({ outcome, status: claims![0]!.status }).not.toEqual({ outcome: 'consensus', status: 'disputed' })
    expect(calls.some(({ brief }) => brief.phase === 'examination')).toBe(true)
  })

  it('says what was changed in the text of the writer', async () => {
    const written = `${WRITTEN}\0${'x'.repeat(LIMITS.answerCharacters)}`
    const { result } = runOpen({ ada: essay(MOON, written), bob: essay(SUN, written) })
    const { answer, warnings } = await result
    expect(answer).toHaveLength(LIMITS.answerCharacters)
    for (const code of ['text_cut', 'characters_replaced']) expect(warnings.join()).toContain(code)
  })

  it('lets the chosen writer write, in the panel or not', async () => {
    const zoe = { provider: 'openrouter', name: 'zoe', model: 'test/zoe', temperature: 0 } as const
    const outside = runOpen(
      { ...PANEL, zoe: essay('', 'Written by zoe.') },
      { models: modelsNamed(Object.keys(PANEL)), writer: zoe },
    )
    expect((await outside.result).answer).toBe('Written by zoe.')
    const bob = { ...zoe, name: 'bob', model: 'test/bob' }
    const inside = runOpen({ ...PANEL, bob: essay(SUN, 'Written by bob.') }, { writer: bob })
    expect((await inside.result).answer).toBe('Written by bob.')
  })

  it.each([
    ['fails', new ModelFailure('timeout', 'late')],
    ['refuses', 'I’m sorry, but I cannot help with that.'],
    ['writes nothing', ' '],
  ])('asks a second writer if the first %s, then keeps the most central text', async (_, line) => {
    const { result, calls } = runOpen({
      ada: essay(MOON, line),
      bob: essay(SUN, line),
      cleo: essay(WIND, line),
    })
    const { answer, warnings } = await result
    expect([MOON, SUN, WIND]).toContain(answer)
    expect(calls.filter(({ brief }) => brief.phase === 'synthesis')).toHaveLength(2)
    expect(warnings.join()).toContain('No writer succeeded')
  })

  it('cuts the longest texts where a prompt cannot hold all of them, and says so', async () => {
    const long = (word: string) => essay(`${word} `.repeat(9_000))
    const { result, calls } = runOpen({
      ada: long('moonlight'),
      bob: long('sunlight'),
      cleo: long('windmill'),
      dan: essay(WIND),
    })
    const { warnings } = await result
    const { content } = calls.at(-1)!.messages.at(-1)!
    expect(content.length).toBeLessThan(205_000)
    expect(content).toContain(WIND)
    expect(warnings.join()).toContain('the writer saw only the beginning of those of ada')
  })

  it('shows the criteria to everybody', async () => {
    const { result, calls } = runOpen(PANEL, { criteria: 'For a child of ten' })
    await result
    for (const { messages } of calls)
      expect(messages.map(({ content }) => content).join()).toContain('For a child of ten')
  })

  it('is one that most of the models take for an open one', async () => {
    const open =
      (text: string): Script =>
      ({ brief }) =>
        brief.phase === 'exposition' ? `${text}\n<panel>{"kind": "open"}</panel>` : WRITTEN
    const { result, events } = runScripted(
      { ada: open(MOON), bob: open(SUN), cleo: { answer: 'the Moon' } },
      { query: 'Tides?', kind: null, maxIterations: 1 },
    )
    const { kind, answer, entries } = await result
    expect({ kind, answer }).toEqual({ kind: 'open', answer: WRITTEN })
    expect(events).toContainEqual({ type: 'kind-decided', kind: 'open' })
    expect(entries[0]!.responses.map((response) => response.answer).sort()).toEqual(
      [MOON, SUN, 'I looked it up: the Moon.'].sort(),
    )
  })
})

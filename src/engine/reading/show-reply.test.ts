import { describe, expect, it } from 'vitest'
import {
  inBlock,
  keeps,
  modelsNamed,
  runScripted,
  type Script,
} from '../../../test/support/engine/scripted-panel.ts'
import type { AnswerText } from '../deliberation.ts'
import type { ModelCall } from '../panel/model-port.ts'

const TEXT = 'I counted them twice: {a, b} and c.'

/** A seat whose reply arrives in attempts, each in pieces; the last one is the reply. */
function streams(answer: string, before: string[] = []): Script {
  return (call) => {
    if (call.brief.phase !== 'exposition') return (keeps(answer) as (call: ModelCall) => string)(call)
    const reply = inBlock(answer, TEXT)
    for (const [place, text] of [...before, reply].entries())
      for (const piece of text.match(/[\s\S]{1,7}/g)!) call.onText?.(place + 1, piece)
    return reply
  }
}

/** A run that is watched, with what is shown of it. */
async function watched(scripts: Record<string, Script>, options: Parameters<typeof runScripted>[1] = {}) {
  const pieces: AnswerText[] = []
  const run = runScripted(scripts, { ...options, ports: { showText: () => (piece) => pieces.push(piece) } })
  await run.result
  const of = (name: string) => pieces.filter((piece) => piece.name === name)
  return { ...run, pieces, of, asked: run.calls.filter(({ onText }) => onText) }
}

const textIn = (pieces: AnswerText[]) => pieces.map(({ text }) => text).join('')

describe('the first replies of a panel that is watched', () => {
  it('are shown in pieces that join to their text, and later ones are not', async () => {
    const { of, asked, events } = await watched({ ada: streams('3'), bob: streams('4') })
    for (const name of ['ada', 'bob']) {
      const received = events.find((event) => event.type === 'answer-received' && event.name === name)
      expect(received).toMatchObject({ text: TEXT })
      expect(textIn(of(name))).toBe(TEXT)
      expect(of(name).length).toBeGreaterThan(3)
      let offset = 0
      for (const piece of of(name)) {
        expect(piece).toMatchObject({ iteration: 1, model: `test/${name}`, attempt: 1, offset })
        offset += piece.text.length
      }
    }
    expect(asked.map(({ brief }) => brief.phase)).toEqual(['exposition', 'exposition'])
    expect(events.some(({ type }) => (type as string) === 'answer-text')).toBe(false)
  })

  it('begin anew with every attempt, and where what was shown turns out to be thinking', async () => {
    const { of } = await watched({
      ada: streams('4', ['I counted them all, and', 'I think that\n</think>\nthere are']),
      bob: streams('4'),
    })
    const shown = [1, 2, 3, 4].map((number) => of('ada').filter(({ attempt }) => attempt === number))
    expect(shown.map(textIn)).toEqual(['I counted them all, and', 'I think that', 'there are', TEXT])
    expect(shown.map(([first]) => first!.offset)).toEqual([0, 0, 0, 0])
  })

  it('are not completed with the text of another attempt that was not streamed', async () => {
    const unstreamed: Script = (call) => {
      call.onText?.(1, 'There are fewer than')
      return inBlock('4', TEXT)
    }
    const { of } = await watched({ ada: unstreamed, bob: streams('4') })
    expect(textIn(of('ada'))).toBe('There are fewer than')
  })

  it('are shown of the first sample alone', async () => {
    const { pieces, asked } = await watched({ ada: streams('4'), bob: streams('4') }, { samples: 3 })
    expect(asked.map(({ seat }) => seat.sample)).toEqual([undefined, undefined])
    expect(textIn(pieces)).toHaveLength(2 * TEXT.length)
    const scripts = Object.fromEntries([1, 2, 3].map((number) => [`ada #${number}`, streams('4')]))
    const alone = await watched(scripts, { models: modelsNamed(['ada']), samples: 3 })
    expect(alone.asked.map(({ seat }) => seat.name)).toEqual(['ada #1'])
  })

  it('are shown by each stage for those that it asks', async () => {
    const scripts = { ada: streams('3'), bob: streams('4'), cleo: streams('4') }
    const first = { models: modelsNamed(['ada', 'bob']), enough: 0.9, ofAnyKind: false }
    const { asked } = await watched(scripts, { first, maxIterations: 1 })
    expect(asked.map(({ seat }) => seat.name).sort()).toEqual(['ada', 'bob', 'cleo'])
  })

  it('are not shown where JSON is wanted, nor asked to be where nobody watches', async () => {
    const scripts = { ada: streams('4'), bob: streams('4') }
    const { asked } = await watched(scripts, { kind: null, format: { problemsOf: () => [] } })
    expect(asked).toEqual([])
    for (const ports of [{}, { showText: () => null }]) {
      const { result, calls } = runScripted(scripts, { ports })
      await result
      expect(calls.filter(({ onText }) => onText)).toEqual([])
    }
  })
})

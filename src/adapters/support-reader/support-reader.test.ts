import { afterAll, describe, expect, it } from 'vitest'
import { readSupportModel } from '../assets/support-model-files.ts'
import { readBuiltinModel } from '../embedders/builtin-embedder.ts'
import { openSupportReader } from './support-reader.ts'

const [model, { vocabulary }] = await Promise.all([readSupportModel(), readBuiltinModel()])
const reader = openSupportReader({ model, vocabulary })
afterAll(() => reader.close())

describe('the reader of claims', () => {
  it('reads in a thread how each text bears on each claim', async () => {
    const [claims, texts] = [
      ['The bridge was opened in 1932.', 'The bridge was opened in 1939.'],
      ['It is long. The bridge opened in 1932.', 'Cats like fish.'],
    ]
    const [said, denied] = await reader.read(claims, texts)
    expect(said![0]!.supports).toBeGreaterThan(0.7)
    expect(denied![0]!.contradicts).toBeGreaterThan(0.5)
    expect(said![1]).toEqual({ supports: 0, contradicts: 0, shared: 0 })
  })

  it('answers every caller with its own result', async () => {
    const ask = (year: number) => reader.read([`It opened in ${year}.`], ['It opened in 1932.'])
    const [one, other] = await Promise.all([ask(1932), ask(1939)])
    expect(one[0]![0]!.supports).toBeGreaterThan(other[0]![0]!.supports)
  })

  it('reads nothing where there is nothing, and nothing that is not wanted', async () => {
    expect(await reader.read([], ['a'])).toEqual([])
    expect(await reader.read(['a'], [])).toEqual([[]])
    expect(await reader.read(['Iron melts.'], ['Iron melts.'], [[false]])).toEqual([
      [{ supports: 0, contradicts: 0, shared: 0 }],
    ])
  })

  it('rejects once it is closed', async () => {
    const closed = openSupportReader({ model, vocabulary })
    await closed.close()
    await expect(closed.read(['a'], ['b'])).rejects.toThrow('closed')
  })

  it('rejects those who wait when it is closed, and when its thread fails', async () => {
    const closing = openSupportReader({ model, vocabulary })
    const waiting = closing.read(['Iron melts.'], ['Iron melts.'])
    await Promise.all([expect(waiting).rejects.toThrow('ended'), closing.close()])
    const broken = openSupportReader({ model: { ...model, weights: model.weights.slice(0, 8) }, vocabulary })
    await expect(broken.read(['Iron melts.'], ['Iron melts.'])).rejects.toThrow()
    await broken.close()
  })
})

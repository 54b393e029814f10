import { describe, expect, it } from 'vitest'
import type { ReadSentence, SupportModel } from '../../../transformer/support/support-model.ts'
import type { Bearing } from './bearing.ts'
import { createSupportReader } from './support-reader.ts'

/** A model that supports everything and remembers what it was asked. */
function recordingModel() {
  const judged: Array<{ claim: string; sentences: string[] }> = []
  const named = new Map<ReadSentence, string>()
  const model: SupportModel = {
    read(text) {
      const read = { pieces: [], states: new Float32Array(), mean: new Float32Array(), looks: null }
      named.set(read, text)
      return read
    },
    judge(claim, sentences) {
      judged.push({ claim: named.get(claim)!, sentences: sentences.map((one) => named.get(one)!) })
      return { supports: 0.6, contradicts: 0.3, silent: 0.1 }
    },
    logits: () => new Float32Array(3),
  }
  return { judged, read: createSupportReader(model) }
}

const TEXT = 'The Moon pulls the sea. Cats like fish. Tides follow the Moon. Bread is baked in ovens.'

describe('the reader of claims', () => {
  it('judges a claim by the two sentences of a text that share most words with it', () => {
    const { judged, read } = recordingModel()
    read(['Tides follow the pull of the Moon.'], [TEXT])
    expect(judged).toEqual([
      {
        claim: 'Tides follow the pull of the Moon.',
        sentences: ['Tides follow the Moon.', 'The Moon pulls the sea.'],
      },
    ])
  })

  it('takes a text that shares nothing with a claim for silent, without reading it', () => {
    const { judged, read } = recordingModel()
    expect(read(['Iron rusts in rain.'], [TEXT])).toEqual([[{ supports: 0, contradicts: 0, shared: 0 }]])
    expect(judged).toEqual([])
  })

  it('takes a text that has the very sentence for saying so, whatever the model would say of it', () => {
    const { judged, read } = recordingModel()
    const said = { supports: 1, contradicts: 0, shared: 1 }
    expect(read(['tides  follow the Moon', 'The Moon pulls the sea.'], [TEXT])).toEqual([[said], [said]])
    expect(judged).toEqual([])
  })

  it('says how much of a claim a text has, and believes a contradiction only as far as it speaks of the matter', () => {
    const bearings = recordingModel().read(
      ['The Moon follows the tides.', 'Tides ruin harbours, boats, nets and the Moon.'],
      [TEXT],
    )
    const [near, far] = bearings.map(([bearing]) => bearing!) as [Bearing, Bearing]
    expect(near.shared).toBe(1)
    expect(near.contradicts).toBeCloseTo(0.3)
    expect(far.shared).toBeLessThan(0.5)
    expect(far.contradicts).toBeLessThan(near.contradicts)
  })

  it('reads a bounded number of pairs of short texts, those that share most', () => {
    const { judged, read } = recordingModel()
    const claims = Array.from({ length: 40 }, (_, number) => `The Moon moves the sea ${number % 7} times.`)
    read(claims, claims)
    expect(judged.length).toBeLessThanOrEqual(160)
    expect(judged.length).toBeGreaterThan(100)
  })
})

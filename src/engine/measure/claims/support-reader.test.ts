import { describe, expect, it } from 'vitest'
import type { ReadSentence, SupportModel } from '../../../transformer/support/support-model.ts'
import type { Bearing } from './bearing.ts'
import { createSupportReader } from './support-reader.ts'

/** A model that supports everything and remembers what it was asked. */
function recordingModel(supports = 0.6, contradicts = (_claim: string) => 0.2) {
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
      return { supports, contradicts: contradicts(named.get(claim)!), silent: 0.2 }
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

  it.each([
    ['another word in the place of one', 'Insulin lowers blood glucose.', 'Insulin raises blood glucose.'],
    ['who does what to whom exchanged', 'The Earth orbits the Sun.', 'The Sun orbits the Earth.'],
  ])('does not know whether a sentence says so that has %s', (_, claim, sentence) => {
    const { read } = recordingModel(0.95)
    const [[other, same]] = read([claim], [sentence, claim]) as [[Bearing, Bearing]]
    expect([other.supports, same.supports]).toEqual([0.5, 1])
  })

  it('takes a text that shares nothing with a claim for silent, without reading it', () => {
    const { judged, read } = recordingModel()
    expect(read(['Iron rusts in rain.'], [TEXT])).toEqual([[{ supports: 0, contradicts: 0, shared: 0 }]])
    expect(judged).toEqual([])
  })

  it('says how much of a claim a text has, and believes a contradiction only as far as it speaks of the matter', () => {
    const bearings = recordingModel().read(
      ['The tides follow our Moon.', 'Tides ruin harbours, boats, nets and the Moon.'],
      [TEXT],
    )
    const [near, far] = bearings.map(([bearing]) => bearing!) as [Bearing, Bearing]
    expect(near.shared).toBe(1)
    expect(near.contradicts).toBeCloseTo(0.2)
    expect(far.shared).toBeLessThan(0.5)
    expect(far.contradicts).toBeLessThan(near.contradicts)
  })

  it('believes a contradiction only as far as it is read in both directions', () => {
    const { read } = recordingModel(0, (claim) => (claim.startsWith('Tides') ? 0.9 : 0.4))
    const [[bearing]] = read(['Tides never follow the Moon.'], ['The tides always follow the Moon.']) as [
      [Bearing],
    ]
    expect(bearing.contradicts).toBeLessThanOrEqual(0.4)
    expect(bearing.contradicts).toBeGreaterThan(0.3)
  })

  it('does not believe a contradiction between two comparisons', () => {
    const { read } = recordingModel(0, () => 0.9)
    const [[compared, told]] = read(
      ['Iron is denser than aluminium.'],
      ['Aluminium is less dense than iron, not denser.', 'Iron and aluminium are not denser.'],
    ) as [[Bearing, Bearing]]
    expect(compared.contradicts).toBeLessThanOrEqual(0.5)
    expect(told.contradicts).toBeGreaterThan(0.7)
  })

  it('knows without reading that a text says what it has word for word', () => {
    const { judged, read } = recordingModel()
    expect(read(['tides follow the Moon'], [TEXT])).toEqual([[{ supports: 1, contradicts: 0, shared: 1 }]])
    expect(judged).toEqual([])
  })

  it('takes a claim of two sentences for supported as far as the less supported one is', () => {
    const { read } = recordingModel()
    const [[both, one, none]] = read(
      ['Tides follow the Moon. Iron rusts in rain.'],
      [`${TEXT} Iron rusts in rain.`, TEXT, 'Cats like fish.'],
    ) as [[Bearing, Bearing, Bearing]]
    expect([both.supports, one.supports, none.supports]).toEqual([1, 0, 0])
    expect(one.shared).toBe(0.5)
  })

  it('takes an abbreviation in a claim for no end of a sentence', () => {
    const { judged, read } = recordingModel()
    read(['Moon Foods Inc. sells fish to cats.'], [TEXT])
    expect(judged.map(({ claim }) => claim)).toEqual(['Moon Foods Inc. sells fish to cats.'])
  })

  it('takes a claim of two sentences for contradicted as far as one of them is', () => {
    const { read } = recordingModel()
    const [[said]] = read(['Tides follow the Moon. Bread is baked in hot ovens.'], [TEXT]) as [[Bearing]]
    expect(said.contradicts).toBeCloseTo(0.2)
    expect(said.supports).toBeCloseTo(0.6)
  })

  it('reads a bounded number of pairs of short texts, those that share most', () => {
    const { judged, read } = recordingModel()
    const claims = Array.from({ length: 40 }, (_, number) => `The Moon moves the sea ${number} times.`)
    read(claims, claims)
    expect(judged.length).toBeLessThanOrEqual(160)
    expect(judged.length).toBeGreaterThan(100)
  })
})

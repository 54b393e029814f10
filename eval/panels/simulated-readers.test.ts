import { describe, expect, it } from 'vitest'
import { byLabels, erring, mergesAll, type SimulatedReader } from './simulated-readers.ts'

const MODELS = ['ada', 'bob', 'cleo', 'dan']
const LABELS = { groups: [['ada', 'bob'], ['cleo'], ['dan']], compatible: [[1, 3]] }
const sorted = (groups: string[][]) => groups.map((group) => [...group].sort().join('+')).sort()

describe('a reader by labels', () => {
  it('groups the models it is shown, with the numbers of their own groups', () => {
    expect(byLabels(LABELS)(MODELS)).toEqual(LABELS)
    expect(byLabels(LABELS)(['dan', 'ada'])).toEqual({ groups: [['ada'], ['dan']], compatible: [[1, 2]] })
    expect(byLabels(LABELS)(['cleo', 'dan'])).toEqual({ groups: [['cleo'], ['dan']], compatible: [] })
  })

  it('leaves a model without a label alone', () => {
    expect(byLabels(LABELS)(['ada', 'bob', 'eve'])?.groups).toEqual([['ada', 'bob'], ['eve']])
  })
})

describe('a reader that errs', () => {
  const honest = byLabels(LABELS)
  const seeds = Array.from({ length: 400 }, (_, index) => `question ${index}`)
  const errsOn = (rate: number) => (seed: string) => {
    const groups = sorted(erring(honest, rate, seed)(MODELS)!.groups)
    return groups.join() !== sorted(LABELS.groups).join()
  }

  it('errs in about the share of panels it is told to, and in the same ones each time', () => {
    expect(seeds.filter(errsOn(0))).toEqual([])
    expect(seeds.filter(errsOn(1))).toHaveLength(seeds.length)
    const tenth = seeds.filter(errsOn(0.1))
    expect(tenth.length).toBeGreaterThan(20)
    expect(tenth.length).toBeLessThan(60)
    expect(seeds.filter(errsOn(0.1))).toEqual(tenth)
  })

  it('splits a group or merges two, and places every model once', () => {
    const sizes = new Set<number>()
    for (const seed of seeds) {
      const groups = erring(honest, 1, seed)(MODELS)!.groups.filter((group) => group.length > 0)
      expect(groups.flat().sort()).toEqual(MODELS)
      sizes.add(groups.length)
    }
    expect([...sizes].sort()).toEqual([2, 4])
  })

  it('leaves a reader that is unavailable unavailable, and can merge everything', () => {
    const nobody: SimulatedReader = () => null
    expect(erring(nobody, 1, 'q')(MODELS)).toBeNull()
    expect(mergesAll(MODELS)?.groups).toEqual([MODELS])
  })
})

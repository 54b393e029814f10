import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keeps, modelsNamed, runScripted } from '../../../test/support/engine/scripted-panel.ts'
import { readMeasures } from '../../adapters/assets/data-files.ts'
import { doubtAbout, familyOf, strangersProbability } from './families.ts'

const calibration = readMeasures().calibration
const seat = (model: string) => ({ key: model, provider: 'house', name: model, model, temperature: 0 })
const doubt = (...models: string[]) => doubtAbout(models.map(seat), calibration)

describe('the family of a model', () => {
  it.each([
    ['~openai/gpt-latest', 'gpt'],
    ['openai/o3-mini-high', 'gpt'],
    ['gpt-oss-20b', 'gpt'],
    ['anthropic/claude-sonnet-4.5', 'claude'],
    ['google/gemini-3-pro-preview', 'gemini'],
    ['google/gemma-3-27b-it', 'gemma'],
    ['Meta-Llama-3_1-70B-Instruct', 'llama'],
    ['mistralai/Mixtral-8x7B-Instruct-v0.1', 'mistral'],
    ['qwen/qwq-32b', 'qwen'],
    ['qwen3-30b-a3b', 'qwen'],
    ['deepseek/deepseek-r1-0528', 'deepseek'],
    ['x-ai/grok-4', 'grok'],
  ])('of %s is %s', (id, family) => {
    expect(familyOf(id)).toBe(family)
  })

  it.each([
    'Meta-Llama-3_1-8B-Instruct',
    'qwen2.5:0.5b',
    'deepseek-r1-distill-qwen-7b',
    'google/gemma-3n-e4b-it',
    'Phi-3-mini-4k-instruct',
    'llama3.2',
    'ollama/mistral:latest',
  ])('of %s, a small model, is not that of its vendor', (id) => {
    expect(familyOf(id)).toBe('small')
  })

  it.each(['acme-support-v2', 'ollama/our-tune', 'dolphin', 'olmo2'])('of %s is unknown', (id) => {
    expect(familyOf(id)).toBeNull()
  })
})

describe('models unlike those that the confidence was fitted on', () => {
  it('are those of other families, where they are most of those that answered', () => {
    expect(doubt('gpt-5.2', 'claude-opus-4', 'acme-1')).toBeNull()
    expect(doubt('gpt-5.2', 'acme-1')).toBeNull()
    expect(doubt('gpt-5.2', 'llama3.2', 'acme-1')).not.toBeNull()
    expect(doubt('acme-1', 'acme-2')).not.toBeNull()
  })

  it('are told by the model that answered, each once', () => {
    const served = [seat('our-gateway'), seat('our-other')].map((one) => ({ ...one, servedModel: 'gpt-5.2' }))
    expect(doubtAbout(served, calibration)).toBeNull()
    const alias = [
      { ...seat('one'), servedModel: 'acme-1' },
      { ...seat('two'), servedModel: 'acme-1' },
    ]
    expect(doubtAbout([...alias, seat('gpt-5.2')], calibration)).toBeNull()
  })

  it('lower what is stated without changing its order, and never raise it', () => {
    const chance = fc.double({ min: 0.001, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(chance, chance, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((stated) =>
          strangersProbability(stated, calibration.strangers),
        ) as [number, number]
        expect(less).toBeLessThanOrEqual(more)
        expect(more).toBeLessThan(Math.max(one, other))
        expect(less).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the confidence of a panel', () => {
  const scripts = { ada: keeps('42'), bob: keeps('42') }
  const LOWERED = 'Most of these models are unlike those that the estimate was fitted on, so it is lowered.'
  const ofModels = (ids: string[], options: Parameters<typeof runScripted>[1] = {}) =>
    runScripted(scripts, {
      calibration,
      models: modelsNamed(Object.keys(scripts)).map((model, place) => ({ ...model, model: ids[place]! })),
      ...options,
    }).result

  it('is lower for unknown models than for known ones, and says why', async () => {
    const known = await ofModels(['openai/gpt-5.2', 'anthropic/claude-opus-4'])
    const unknown = await ofModels(['acme-1', 'acme-2'])
    expect(known.confidenceBasis).not.toContain(LOWERED)
    expect(unknown.confidenceBasis).toBe(`${known.confidenceBasis} ${LOWERED}`)
    expect(unknown.confidence).toBeCloseTo(strangersProbability(known.confidence, calibration.strangers), 2)
    expect(unknown.confidence).toBeLessThan(known.confidence)
  })

  it('is carried by past runs of unknown models, and not lowered', async () => {
    const past = (ids: string[]) => {
      const abilities = Object.fromEntries(ids.map((id) => [`openrouter|${id}`, 2]))
      return ofModels(ids, { reliability: { abilities, scatter: 3, shift: 0 } })
    }
    const unknown = await past(['acme-1', 'acme-2'])
    expect(unknown.confidence).toBe((await past(['gpt-5.2', 'claude-opus-4'])).confidence)
    expect(unknown.confidenceBasis).not.toContain(LOWERED)
  })
})

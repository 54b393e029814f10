import { describe, expect, it } from 'vitest'
import { type Essayist, essayists, readsPoints } from '../../test/support/engine/claiming-panel.ts'
import { keeps, runScripted, type Script, scriptedModels } from '../../test/support/engine/scripted-panel.ts'
import { seatNamed } from '../../test/support/engine/standings.ts'
import { withChosen } from './conclude/write-text.ts'
import type { DeliberationRequest } from './deliberation.ts'
import type { AskModel } from './panel/model-port.ts'

/** Ada and Bob are two names of one model. */
const ALIASES = { ada: 'test/model-5', bob: 'test/model-5', cleo: 'test/cleo-2' }

/** A panel whose provider names the models that answered. */
function askServed(
  scripts: Record<string, Script>,
  served: Record<string, string>,
  changes: Partial<DeliberationRequest> = {},
) {
  const { askModel } = scriptedModels(scripts, changes.kind === 'open' ? readsPoints() : undefined)
  const ask: AskModel = async (call) => {
    const servedModel = served[call.seat.name]
    return { ...(await askModel(call)), ...(servedModel === undefined ? {} : { servedModel }) }
  }
  return runScripted(scripts, { maxIterations: 1, ...changes, ports: { askModel: ask } })
}

describe('two names of one model', () => {
  it('are reported with the model that answered, also when the run is resumed', async () => {
    const scripts = { ada: keeps('4'), bob: keeps('4'), cleo: keeps('5') }
    const { result, checkpoints } = askServed(scripts, ALIASES)
    const { entries, warnings } = await result
    const served = entries[0]!.responses.map(({ name, served_model }) => [name, served_model])
    expect(Object.fromEntries(served)).toEqual(ALIASES)
    const warning =
      'test/ada and test/bob were answered by the same model, test/model-5; the agreement of a model with itself means little.'
    expect(warnings).toContain(warning)
    const resumed = askServed(scripts, {}, { checkpoint: checkpoints.at(-1)! })
    expect((await resumed.result).warnings).toContain(warning)
  })

  it('have one vote on a closed question, and are no majority', async () => {
    const three = { ada: keeps('4'), bob: keeps('4'), cleo: keeps('5') }
    expect(await askServed(three, {}).result).toMatchObject({ shortAnswer: '4', outcome: 'majority' })
    expect(await askServed(three, ALIASES).result).toMatchObject({ outcome: 'split' })
    const five = { ...three, fred: keeps('4'), dora: keeps('5') }
    expect(await askServed(five, {}).result).toMatchObject({ shortAnswer: '4', outcome: 'majority' })
    const trio = { ...ALIASES, fred: 'test/model-5' }
    expect(await askServed(five, trio).result).toMatchObject({ shortAnswer: '5', outcome: 'majority' })
  })

  it('are one voice in the confidence, and a silent one takes nothing away', async () => {
    const { confidence: ofThree } = await askServed(
      { ada: keeps('4'), bob: keeps('4'), cleo: keeps('4') },
      {},
    ).result
    const { confidence: ofTwo } = await askServed({ ada: keeps('4'), cleo: keeps('4') }, {}).result
    expect(ofThree).toBeGreaterThan(ofTwo)
    for (const bob of [keeps('4'), 'I do not know.']) {
      const { confidence } = await askServed({ ada: keeps('4'), bob, cleo: keeps('4') }, ALIASES).result
      expect(confidence).toBe(ofTwo)
    }
  })

  it('are one voice on a claim', async () => {
    const claim = 'The moon pulls the water of the sea.'
    const silent: Essayist = { text: 'The beach is very pleasant.', rules: { [claim]: 'unsure' } }
    const scripts = essayists({ ada: { text: claim }, bob: { text: claim }, cleo: silent })
    const statusWith = async (served: Record<string, string>) => {
      const { claims } = await askServed(scripts, served, { kind: 'open', maxIterations: 2 }).result
      return claims?.find(({ text }) => text === claim)?.status
    }
    expect(await statusWith({})).toBe('agreed')
    expect(await statusWith(ALIASES)).toBe('single')
  })

  it('do not both write when one of them is chosen', () => {
    const [ada, bob, cleo] = ['ada', 'bob', 'cleo'].map((name) => ({
      ...seatNamed(name),
      servedModel: ALIASES[name as keyof typeof ALIASES],
    }))
    expect(withChosen([ada!, bob!, cleo!], bob!)).toEqual([bob, cleo])
    // The writer has not answered yet: only the id it is asked by is known.
    expect(withChosen([ada!, bob!, cleo!], seatNamed('bob')).map(({ name }) => name)).toEqual([
      'bob',
      'ada',
      'cleo',
    ])
  })
})

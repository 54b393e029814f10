import { describe, expect, it } from 'vitest'
import {
  inTurn,
  keeps,
  labelOf,
  restless,
  revisionOf,
  runScripted,
  type Script,
} from '../../../test/support/engine/scripted-panel.ts'
import { orderOf } from '../../../test/support/engine/standings.ts'
import { STRUCTURES } from '../../contract/panel.ts'
import { panelSizeWarning, structures } from './hear-panel.ts'

const DISTANCES = { ada: 1, bob: 0.5, cleo: 0.5, dan: 0.5, eve: 1 }
const names = (waves: Array<Array<{ name: string }>>) => waves.map((wave) => wave.map(({ name }) => name))

describe('the waves of a fugue', () => {
  it.each([2, 3, 4])('are two in iteration %i, those closest to the panel first', (iteration) => {
    expect(names(structures.fugue.waves(orderOf(DISTANCES, iteration)))).toEqual([
      ['bob', 'cleo', 'dan'],
      ['ada', 'eve'],
    ])
  })

  it.each([5, 6, 12])('are one in iteration %i: the stretto', (iteration) => {
    expect(names(structures.fugue.waves(orderOf(DISTANCES, iteration)))).toEqual([Object.keys(DISTANCES)])
  })

  it('put a seat without an answer among the last', () => {
    expect(names(structures.fugue.waves(orderOf({ ada: null, bob: 0.5, cleo: 0.5, dan: 1 })))[0]).toEqual([
      'bob',
      'cleo',
    ])
  })
})

describe('a deliberation as a fugue', () => {
  /** Keeps its answer, and says in which iteration it objects to the others. */
  const voice = (answer: string): Script =>
    inTurn({ answer }, (call) => {
      const { answers, own } = revisionOf(call)
      return {
        rulings: answers.map(({ label }) => ({
          label,
          verdict: label === own ? 'right' : 'wrong',
          why: `no, said ${call.seat.name} in ${call.iteration}`,
        })),
        answer: own!,
      }
    })

  it('lets the second wave hear the objections of the first until the stretto, and nobody after', async () => {
    const { result, calls } = runScripted(
      { ada: voice('1'), bob: voice('1'), cleo: voice('2'), dan: restless(100) },
      { structure: 'fugue', maxIterations: 6 },
    )
    await result
    for (const iteration of [2, 3, 4, 5, 6]) {
      const heard = calls
        .filter(({ brief, iteration: when }) => brief.phase === 'revision' && when === iteration)
        .map((call) =>
          revisionOf(call).answers.some(({ objections }) => objections.join().includes(`in ${iteration}`)),
        )
      expect(heard, `iteration ${iteration}`).toEqual(
        iteration < 5 ? [false, false, true, true] : [false, false, false, false],
      )
    }
  })

  it('lets a seat of the second wave be convinced by what the first has just said', async () => {
    const fresh = 'no, said ada in 2'
    const second: Script = inTurn({ answer: '2' }, (call) => {
      const { answers, own } = revisionOf(call)
      const heard = answers.find(({ label }) => label === own)!.objections
      return heard.includes(fresh) || heard.includes('no, said bob in 2')
        ? { rulings: [], answer: labelOf('1', call), changed_because: heard[0]! }
        : { rulings: [], answer: own! }
    })
    const { reached, entries } = await runScripted(
      { ada: voice('1'), bob: voice('1'), cleo: second, dan: keeps('1') },
      { structure: 'fugue' },
    ).result
    expect(reached).toBe(true)
    expect(entries).toHaveLength(2)
  })
})

/** The answer whose case each seat is asked to reply to, by its name; null for none. */
async function opponents(panel: Parameters<typeof runScripted>[0], structure: 'sonata' | 'fugue' = 'sonata') {
  const { result, calls } = runScripted(panel, { structure, maxIterations: 2 })
  await result
  const revisions = calls.filter(({ brief }) => brief.phase === 'revision')
  return Object.fromEntries(
    revisions.map((call) => {
      const { answers, mustAnswer } = revisionOf(call)
      return [call.seat.name, answers.find(({ label }) => label === mustAnswer)?.answer ?? null]
    }),
  )
}

describe('a sonata', () => {
  it('has all speak at once', () => {
    const order = orderOf({ ada: 0.5, bob: 1 })
    expect(structures.sonata.waves(order)).toEqual([order.seats])
  })

  it('asks every seat to reply to the heaviest answer that it does not hold', async () => {
    const panel = {
      ada: keeps('1'),
      bob: keeps('1'),
      cleo: keeps('2'),
      dan: keeps('2'),
      eve: keeps('3'),
      fay: keeps('1'),
    }
    expect(await opponents(panel)).toEqual({ ada: '2', bob: '2', cleo: '1', dan: '1', eve: '1', fay: '2' })
  })

  it('asks a seat without an answer to reply to the heaviest', async () => {
    const silent = inTurn('I do not know.', { rulings: [] })
    expect(
      await opponents({ ada: keeps('1'), bob: keeps('1'), cleo: keeps('2'), dan: silent }),
    ).toMatchObject({
      dan: '1',
    })
  })

  it('alone has seats face an opponent', async () => {
    const panel = { ada: keeps('1'), bob: keeps('2') }
    expect(await opponents(panel, 'fugue')).toEqual({ ada: null, bob: null })
  })
})

const leads = (order: ReturnType<typeof orderOf>) =>
  structures.concert.waves(order)[0]!.map(({ name }) => name)

describe('the waves of a concert', () => {
  it('are the seat closest to all, then the others', () => {
    const waves = structures.concert.waves(orderOf({ ada: 1, bob: 0.5, cleo: 0.75 }))
    expect(waves.map((wave) => wave.map(({ name }) => name))).toEqual([['bob'], ['ada', 'cleo']])
  })

  it('are never led by a seat without an answer, nor by one that is not asked any more', () => {
    expect(leads(orderOf({ ada: null, bob: 0.5, cleo: 1 }))).toEqual(['bob'])
    const order = orderOf({ ada: 0.9, bob: 0.5, cleo: 1 })
    expect(leads({ ...order, withdrawn: new Map([['bob', { code: 'withdrawn' }]]) })).toEqual(['ada'])
  })
})

describe('a deliberation as a concert', () => {
  it('asks the leader first, and the others hear what it objects', async () => {
    const { result, calls } = runScripted(
      { ada: keeps('1'), bob: keeps('1'), cleo: keeps('2') },
      { structure: 'concert', maxIterations: 2 },
    )
    await result
    const [leader, ...others] = calls.filter(({ brief }) => brief.phase === 'revision')
    expect(['ada', 'bob']).toContain(leader!.seat.name)
    const objectionsTo = (answer: string, call: (typeof calls)[number]) =>
      revisionOf(call).answers.find((one) => one.answer === answer)!.objections
    expect(objectionsTo('2', leader!)).toEqual([])
    expect(others).toHaveLength(2)
    for (const call of others) expect(objectionsTo('2', call)).toEqual(['“2” does not follow'])
  })
})

describe('every structure', () => {
  it.each(STRUCTURES)('gives every seat of a %s exactly one turn in each iteration', (name) => {
    const distances = { ada: 0.5, bob: null, cleo: 1, dan: 0.5, eve: 1 }
    for (let iteration = 2; iteration <= 8; iteration++) {
      const turns = structures[name].waves(orderOf(distances, iteration)).flat()
      expect(turns.map((seat) => seat.name).sort()).toEqual(Object.keys(distances).sort())
    }
  })
})

describe('panelSizeWarning', () => {
  it.each([
    ['fugue', 3, 'A fugue usually has 4 or more models; this panel has 3.'],
    ['fugue', 4, null],
    ['fugue', 16, null],
    ['sonata', 2, null],
    ['sonata', 3, null],
    ['sonata', 4, 'A sonata usually has 2 to 3 models; this panel has 4.'],
    ['concert', 2, null],
    ['concert', 16, null],
  ] as const)('of a %s of %i is %j', (name, size, warning) => {
    expect(panelSizeWarning(name, size)).toBe(warning)
  })
})

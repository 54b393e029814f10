import { describe, expect, it } from 'vitest'
import {
  claimFor,
  inTurn,
  restless,
  revisionOf,
  runScripted,
  type Script,
} from '../../../../test/support/engine/scripted-panel.ts'
import { seatNamed, stageOf } from '../../../../test/support/engine/standings.ts'
import type { Agree } from '../../measure/agreement/compare-answers.ts'
import { ModelFailure } from '../../panel/model-port.ts'
import { concert } from './concert.ts'

/** y lies between x and z, so that the seat that holds it is closest to all. */
const between: Agree = async (left, right) => (left === right ? 1 : left === 'y' || right === 'y' ? 0.5 : 0)
const ANSWERS = { ada: 'x', bob: 'y', cleo: 'z' }

describe('the waves of a concert', () => {
  it('are the seat closest to all, then the others', async () => {
    const waves = concert.waves(await stageOf(ANSWERS, { agree: between }))
    expect(waves.map((wave) => wave.map(({ name }) => name))).toEqual([['bob'], ['ada', 'cleo']])
  })

  it('never have a seat without a position lead', async () => {
    const waves = concert.waves(await stageOf({ ada: null, ...{ bob: 'x', cleo: 'y' } }))
    expect(waves[0]!.map(({ name }) => name)).toEqual(['bob'])
  })
})

describe('a concert whose leader is not asked any more', () => {
  it('is led by the closest of the others', async () => {
    const stage = await stageOf(ANSWERS, { agree: between })
    const without = { ...stage, withdrawn: new Map([['bob', { code: 'withdrawn' }]]) }
    expect(concert.waves(without)[0]!.map(({ name }) => name)).toEqual(['ada'])
    expect(concert.part(seatNamed('ada'), without, new Map()).role).toBe('leader')
    expect(concert.part(seatNamed('bob'), without, new Map()).role).toBe('voice')
  })

  it('has somebody rewrite the theme in every iteration', async () => {
    const voice = (first: number): Script => inTurn({ answer: String(first) }, restless(first))
    const leader = inTurn(
      { answer: '1' },
      { answer: '1', verdict: 'amend' },
      new ModelFailure('forbidden', 'no'),
    )
    const scripts = { ada: leader, bob: leader, cleo: voice(20), dora: voice(30), eve: voice(40) }
    const { result } = runScripted(scripts, { structure: 'concert', maxIterations: 5, compose: false })
    const { entries } = await result
    const answering = entries.slice(3).map(({ responses }) => responses.find(({ role }) => role === 'leader'))
    expect(answering).toHaveLength(2)
    for (const response of answering)
      expect(response).toMatchObject({ answer: expect.any(String), error: null })
  })
})

describe('the part of a seat in a concert', () => {
  it('has the leader weigh every other case, with every verdict open', async () => {
    const part = concert.part(seatNamed('bob'), await stageOf(ANSWERS, { agree: between }), new Map())
    expect(part).toMatchObject({ role: 'leader', verdicts: ['accept', 'amend', 'reject'] })
    expect(part.positions.map(({ answer }) => answer).sort()).toEqual(['x', 'z'])
  })

  it('offers the others what the leader wrote, to accept or to amend', async () => {
    const rewritten = { answer: 'y, rewritten', reason: 'better', claims: [] }
    const stage = await stageOf(ANSWERS, { agree: between })
    const part = concert.part(seatNamed('ada'), stage, new Map([['bob', rewritten]]))
    expect(part).toMatchObject({ theme: 'y, rewritten', mustAnswer: null, role: 'voice' })
    expect(part.verdicts).toEqual(['accept', 'amend'])
    expect(part.positions[0]).toEqual(rewritten)
  })

  it('shows the others every other case too, so that a leader cannot keep one from them', async () => {
    const stage = await stageOf(ANSWERS, { agree: between })
    const lead = { answer: 'x', reason: 'because', claims: [] }
    const part = concert.part(seatNamed('ada'), stage, new Map([['bob', lead]]))
    expect(part.positions.map(({ answer }) => answer)).toEqual(expect.arrayContaining(['x', 'y', 'z']))
  })

  it('falls back on the theme when the leader is silent', async () => {
    const stage = await stageOf(ANSWERS, { agree: between })
    const part = concert.part(seatNamed('ada'), stage, new Map())
    expect(part.theme).toBe(stage.theme.answer)
    expect(part.positions[0]).toEqual(stage.theme)
  })
})

describe('a deliberation as a concert', () => {
  it('asks the others about what the leader counts at, not about a change it cannot explain', async () => {
    const voice = (later: string): Script =>
      inTurn({ answer: '1' }, { answer: later, verdict: 'amend', claims: ['said so'] })
    const divergences = async (later: string) => {
      const scripts = {
        ada: voice(later),
        bob: voice(later),
        cleo: inTurn({ answer: '2' }, { answer: '2', verdict: 'accept' }),
      }
      const { entries } = await runScripted(scripts, {
        structure: 'concert',
        maxIterations: 2,
        compose: false,
      }).result
      return entries.map(({ D }) => D)
    }
    expect(await divergences('2')).toEqual(await divergences('1'))
  })

  it('asks the leader first, and the others about what it then wrote', async () => {
    const leads: Script = inTurn({ answer: '1' }, (call) => ({
      answer: '1',
      verdict: 'amend',
      claims: [`led in ${call.iteration}`],
    }))
    const follows: Script = inTurn({ answer: '2' }, (call) => ({
      answer: '1',
      verdict: 'accept',
      refuted_by: claimFor('1', call),
    }))
    const { result, calls } = runScripted({ ada: leads, bob: leads, cleo: follows }, { structure: 'concert' })
    const { reached } = await result
    const revisions = calls.filter(({ iteration, brief }) => iteration === 2 && brief.phase === 'revision')
    expect(revisions.map((call) => revisionOf(call).role)).toEqual(['leader', 'voice', 'voice'])
    for (const call of revisions.slice(1)) {
      expect(revisionOf(call).verdicts).toEqual(['accept', 'amend'])
      const claims = revisionOf(call).positions.flatMap((position) => position.claims.map(({ text }) => text))
      expect(claims).toContain('led in 2')
    }
    expect(reached).toBe(true)
  })
})

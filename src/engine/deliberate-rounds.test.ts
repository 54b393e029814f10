import { describe, expect, it } from 'vitest'
import { madeUpConfidence } from '../../test/support/engine/made-up-confidence.ts'
import {
  inTurn,
  keeps,
  labelOf,
  type Reader,
  readsAs,
  revisionOf,
  runScripted,
  yieldsTo,
} from '../../test/support/engine/scripted-panel.ts'
import type { Anchor } from '../contract/axiom.ts'
import type { BriefNamed } from './panel/brief.ts'
import type { ModelCall } from './panel/model-port.ts'
import { PHI } from './panel/panel.ts'

const phases = (calls: ModelCall[]) => calls.map(({ brief }) => brief.phase)
const _groupingIn = (calls: ModelCall[]) =>
  calls.map(({ brief }) => brief).find((brief) => brief.phase === 'reading') as BriefNamed<'group-answers'>

describe('a closed question on which the panel differs', () => {
  it('shows every seat the answers on the table, which one is its own, and no head-counts', async () => {
    const { result, calls } = runScripted({ ada: keeps('41'), bob: keeps('42'), cleo: keeps('42') })
    await result
    const briefs = calls.filter(({ brief }) => brief.phase === 'revision').map(revisionOf)
    for (const { answers, own } of briefs.slice(0, 3)) {
      expect(answers.map(({ answer }) => answer).sort()).toEqual(['41', '42'])
      expect(answers.map(({ label }) => label)).toContain(own)
    }
    const labels = briefs.map(({ answers }) => answers.find(({ answer }) => answer === '41')!.label)
    expect(new Set(labels).size).toBe(1)
  })

  it('settles when everybody calls the answers of the others right as well', async () => {
    const allRight = () => 'right'
    const { result, calls } = runScripted({
      ada: keeps('ostrich, emu, kiwi', allRight),
      bob: keeps('penguin, kiwi, rhea', allRight),
      cleo: keeps('kakapo, emu, cassowary', allRight),
    })
    const { outcome, alternatives, finalDivergence, dissent } = await result
    expect({ outcome, finalDivergence, dissent }).toEqual({
      outcome: 'consensus',
      finalDivergence: 0,
      dissent: [],
    })
    expect(alternatives).toHaveLength(2)
    expect(calls).toHaveLength(7)
  })

  it('counts a change of answer that names what refuted the old one', async () => {
    const { result } = runScripted({ ada: keeps('42'), bob: keeps('42'), cleo: yieldsTo('41', '42') })
    const { outcome, entries, shortAnswer } = await result
    expect({ outcome, shortAnswer }).toEqual({ outcome: 'consensus', shortAnswer: '42' })
    expect(entries[1]?.responses.find(({ name }) => name === 'cleo')).toMatchObject({
      answer: '42',
      position: '42',
      changed_because: 'It was refuted.',
    })
  })

  it('does not count a change that names nothing, nor the assent that came with it', async () => {
    const cleo = yieldsTo('41', '42', { because: '' })
    const { outcome, entries, warnings } = await runScripted({ ada: keeps('42'), bob: keeps('42'), cleo })
      .result
    expect(outcome).toBe('majority')
    expect(entries[1]?.responses.find(({ name }) => name === 'cleo')).toMatchObject({
      answer: '42',
      position: '41',
    })
    expect(warnings.join()).toContain('without naming what refuted')
  })

  it('takes a seat that calls two answers right which exclude each other as unsure of the other', async () => {
    const polite = () => 'right'
    const { outcome, entries } = await runScripted({
      ada: keeps('1571', polite),
      bob: keeps('1517', polite),
      cleo: keeps('1571', polite),
    }).result
    expect(outcome).toBe('majority')
    const bob = entries[1]!.responses.find(({ name }) => name === 'bob')!
    expect(bob).toMatchObject({ verdict: 'right', counted_verdict: 'unsure' })
  })

  it('counts both where a reader found that they can be right together', async () => {
    const polite = () => 'right'
    const reads = readsAs((answer) => answer, [[1, 2]])
    const { outcome } = await runScripted({ ada: keeps('23', polite), bob: keeps('29', polite) }, { reads })
      .result
    expect(outcome).toBe('consensus')
  })

  it('does not count the assent of a seat to another answer than its own that nobody there returns', async () => {
    const { outcome, entries } = await runScripted({
      ada: keeps('discovered', () => 'unsure'),
      bob: keeps('discovered', () => 'unsure'),
      cleo: keeps('invented', () => 'right'),
    }).result
    expect(outcome).toBe('majority')
    const cleo = entries[1]!.responses.find(({ name }) => name === 'cleo')!
    expect(cleo).toMatchObject({ verdict: 'right', counted_verdict: 'unsure' })
  })

  it('counts assent to another wording by a seat that calls its own right as well, without a refutation', async () => {
    const { outcome } = await runScripted({
      ada: keeps('O(log n)', () => 'right'),
      bob: keeps('O(log n)', () => 'right'),
      cleo: inTurn({ answer: 'logarithmic time' }, (call) => ({
        rulings: revisionOf(call).answers.map(({ label }) => ({ label, verdict: 'right' })),
        answer: labelOf('O(log n)', call),
      })),
    }).result
    expect(outcome).toBe('consensus')
  })

  it('does not take for compatible what a reader found so if those concerned call each other wrong', async () => {
    const reads = readsAs((answer) => answer, [[1, 2]])
    const { confidence, outcome } = await runScripted(
      { ada: keeps('100'), bob: keeps('5 minutes') },
      { reads },
    ).result
    expect(outcome).toBe('split')
    expect(confidence).toBe(madeUpConfidence(1, 2, 2))
  })

  it('divides the residual of an assenting seat by φ, keeps that of an unsure one and never lowers that of an opponent', async () => {
    const { entries } = await runScripted({
      ada: keeps('42', (other) => (other === 'a few' ? 'right' : 'wrong')),
      bob: keeps('42', () => 'wrong'),
      cleo: keeps('a few', (other) => (other === '42' ? 'right' : 'wrong')),
      dora: keeps('many', () => 'unsure'),
      eve: keeps('none at all', () => 'wrong'),
    }).result
    const [first, second] = entries
    const residual = (name: string, entry = second) =>
      entry?.responses.find((one) => one.name === name)?.residual
    expect(residual('cleo', first)).toBe(1)
    expect(residual('cleo')).toBeCloseTo(1 / PHI)
    expect(residual('ada')).toBeCloseTo(0.75 / PHI)
    expect(residual('dora')).toBe(1)
    expect(residual('eve')).toBe(1)
  })

  it('shows objections from the next round on, but nobody their own', async () => {
    const { result, calls } = runScripted({ ada: keeps('41'), bob: keeps('42') })
    await result
    const third = calls.filter(({ iteration, brief }) => iteration === 3 && brief.phase === 'revision')
    const ada = revisionOf(third.find(({ seat }) => seat.name === 'ada')!)
    expect(ada.answers.find(({ answer }) => answer === '41')?.objections).toEqual(['“41” does not follow'])
    expect(ada.answers.find(({ answer }) => answer === '42')?.objections).toEqual([])
  })

  it('stops when nothing moves: after the round in which all have heard the objections', async () => {
    const { result, calls } = runScripted({ ada: keeps('41'), bob: keeps('42') })
    expect(await result).toMatchObject({ ending: 'stalled', outcome: 'split' })
    expect(phases(calls).filter((phase) => phase === 'revision')).toHaveLength(4)
  })

  it('puts a new answer on the table, and has it worded by a writer if it wins', async () => {
    const finds = inTurn({ answer: '41' }, (call) => ({
      rulings: revisionOf(call).answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'miscounted' })),
      new_answer: '43',
      changed_because: 'I had missed two.',
      reasoning: 'There are 43.',
    }))
    const other = inTurn({ answer: '42' }, (call) => {
      if (call.brief.phase === 'writing') return 'There are 43, counted twice.'
      const { answers } = revisionOf(call)
      return {
        rulings: answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'miscounted' })),
        new_answer: '43',
        changed_because: 'I had missed one.',
      }
    })
    const { result, calls } = runScripted({ ada: finds, bob: other }, { writer: null })
    const { shortAnswer, answer, confidence } = await result
    expect(shortAnswer).toBe('43')
    expect(phases(calls)).toContain('writing')
    expect(['There are 43, counted twice.', '43']).toContain(answer)
    expect(confidence).toBeLessThan(0.5)
  })

  it('names as dissent only those who are not with the answer', async () => {
    const { dissent, outcome } = await runScripted({
      ada: keeps('42', (other) => (other === 'forty-two or so' ? 'right' : 'wrong')),
      bob: keeps('42', () => 'wrong'),
      cleo: keeps('41', () => 'wrong'),
      dora: keeps('forty-two or so', (other) => (other === '42' ? 'right' : 'wrong')),
    }).result
    expect(outcome).toBe('majority')
    expect(dissent.map(({ name }) => name)).toEqual(['cleo'])
  })
})

describe('an axiom that contradicts what the panel agrees on', () => {
  const anchor: Anchor = { id: 'onto-0001', axiom: 'There are 43 of them.', level: 3, relevance: 0.95 }
  const findAnchors = async () => [anchor]
  const contradicting: Reader = (brief, call) =>
    brief.task === 'compare-axioms'
      ? JSON.stringify({ reasoning: '', relations: [{ id: anchor.id, relation: 'contradicts' }] })
      : readsAs((answer) => answer)(brief, call)
  const unheard = {
    findAnchors: async ({ levels }: { levels: readonly number[] }) => (levels.length > 2 ? [anchor] : []),
  }

  it('is shown to the panel for one more round, and named in a warning if the panel keeps its answer', async () => {
    const { result, calls } = runScripted(
      { ada: keeps('42'), bob: keeps('42') },
      { reads: contradicting, ports: unheard },
    )
    const { outcome, warnings, entries } = await result
    expect(outcome).toBe('consensus')
    expect(entries).toHaveLength(2)
    expect(revisionOf(calls.find(({ brief }) => brief.phase === 'revision')!).anchors).toEqual([anchor])
    expect(warnings.join()).toContain('Axiom onto-0001')
    expect(calls.filter(({ brief }) => brief.phase === 'reading')).toHaveLength(1)
  })

  it('changes the answer of those who are convinced', async () => {
    const convinced = inTurn({ answer: '42' }, (call) => {
      if (call.brief.phase === 'writing') return 'There are 43.'
      const { answers } = revisionOf(call)
      return {
        rulings: answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'the axiom says 43' })),
        new_answer: '43',
        changed_because: 'onto-0001',
      }
    })
    const { result } = runScripted(
      { ada: convinced, bob: convinced },
      { reads: contradicting, ports: unheard },
    )
    expect(await result).toMatchObject({ shortAnswer: '43', outcome: 'consensus' })
  })

  it('that is unrelated or supports the answer changes nothing', async () => {
    const { result, calls } = runScripted({ ada: keeps('42'), bob: keeps('42') }, { ports: { findAnchors } })
    const { warnings, entries } = await result
    expect(entries).toHaveLength(1)
    expect(warnings).toEqual([])
    expect(phases(calls)).toEqual(['exposition', 'exposition', 'reading'])
  })

  it('of less relevance is neither shown nor compared', async () => {
    const weak = { ...anchor, relevance: 0.84 }
    const { result, calls } = runScripted(
      { ada: keeps('42'), bob: keeps('42') },
      { ports: { findAnchors: async () => [weak] } },
    )
    await result
    expect(phases(calls)).toEqual(['exposition', 'exposition'])
    expect(calls[0]?.brief).toMatchObject({ anchors: [] })
  })
})

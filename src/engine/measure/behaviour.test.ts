import { describe, expect, it } from 'vitest'
import { passes } from '../../utils/passes.ts'
import type { ProgramRun } from '../panel/code-port.ts'
import { asText, codeRunOf } from './behaviour.ts'

const value = (text: string) => ({ kind: 'value', value: text }) as const
const ran = (...texts: string[]): ProgramRun => ({ outcomes: texts.map(value), problem: null })
const tried = (...expected: Array<string | null>) => ({
  language: 'python' as const,
  called: 'f',
  inputs: expected.map((one, place) => ({
    trial: { kind: 'call', expression: `f(${place})` } as const,
    expected: one,
  })),
})

describe('an outcome', () => {
  it('is the same to nine digits, and as it is where it has few', () => {
    expect(asText(value('[0.30000000000000004,1]'))).toBe(asText(value('[0.3,1]')))
    for (const [one, other] of [
      ['0.3001', '0.3'],
      ['"1.50"', '"1.5"'],
      ['192.168.1.10', '192.168.1.1'],
      ['1234567.89', '1234567.12'],
    ])
      expect(asText(value(one!))).not.toBe(asText(value(other!)))
  })

  it('has no white space at the ends of its lines', () => {
    expect(asText(value('1 2 \n3\n\n'))).toBe('1 2\n3')
  })

  it('says in words what was raised, or why it was ended', () => {
    expect(asText({ kind: 'raised', error: 'IndexError' })).toBe('raises IndexError')
    expect(asText({ kind: 'stopped', why: 'time' })).toBe('does not end (time)')
  })

  it('is what the question states, whether it says list or tuple', () => {
    expect(passes('(1,"(a)")', '[1,"(a)"]')).toBe(true)
    expect(passes('(1,"(a)")', '[1,"[a]"]')).toBe(false)
  })
})

describe('what drafts did', () => {
  it('counts no input on which most raise, unless the question states what comes out', () => {
    const raises: ProgramRun = {
      outcomes: [
        { kind: 'raised', error: 'E' },
        { kind: 'raised', error: 'E' },
      ],
      problem: null,
    }
    const runs = [raises, raises, ran('1', '2')]
    const { inputs, outcomes } = codeRunOf(tried(null, '2'), [runs, runs])
    expect(inputs.map(({ expected }) => expected)).toEqual(['2'])
    expect(outcomes).toEqual([['raises E'], ['raises E'], ['2']])
  })

  it('counts no input on which one does something else the second time', () => {
    const { inputs } = codeRunOf(tried(null, null), [
      [ran('1', '2'), ran('1', '3')],
      [ran('1', '2'), ran('1', '4')],
    ])
    expect(inputs).toHaveLength(1)
  })

  it('is nothing for a draft that cannot be loaded', () => {
    const broken = { outcomes: [], problem: 'SyntaxError' }
    const { outcomes, inputs } = codeRunOf(tried(null), [
      [broken, ran('1')],
      [broken, ran('1')],
    ])
    expect({ outcomes, count: inputs.length }).toEqual({ outcomes: [null, ['1']], count: 1 })
  })
})

import { describe, expect, it } from 'vitest'
import { behaviourOf } from './classes.ts'
import type { ProgramRun, TrialOutcome } from './code-port.ts'
import type { PlannedTrial } from './trials.ts'

const outcomeOf = (text: string): TrialOutcome =>
  text === 'time'
    ? { kind: 'stopped', why: 'time' }
    : /^[A-Z]\w+Error$/.test(text)
      ? { kind: 'raised', error: text }
      : { kind: 'value', value: text }
const runOf = (texts: string[] | null): ProgramRun =>
  texts === null
    ? { outcomes: [], problem: 'SyntaxError' }
    : { outcomes: texts.map(outcomeOf), problem: null }
const call = (expression: string, expected?: string): PlannedTrial => ({
  trial: { kind: 'call', expression },
  expected: expected === undefined ? null : outcomeOf(expected),
})
/** The behaviour of drafts, one row of outcomes each. */
const behave = (
  planned: PlannedTrial[],
  rows: Array<string[] | null>,
  { votes = rows.map(() => 1), again = rows } = {},
) => behaviourOf(planned, [rows.map(runOf), again.map(runOf)], votes)

describe('behaviourOf', () => {
  const planned = [call('f(1)', '2'), call('f(2)', '3'), call('f([])')]

  it('lets the largest class that gives what is stated win, and says where the other one differs', () => {
    const trials = [call('f(1)', '2'), call('f(2)', '3'), call('f([])', 'IndexError'), call('f(9)')]
    const same = ['2', '3', 'IndexError', '1']
    const behaviour = behave(trials, [same, ['2', '3', '0', '1'], same, same, same])
    expect(behaviour.classes.map(({ drafts, passed }) => [drafts, passed])).toEqual([
      [
        [0, 2, 3, 4],
        [0, 1, 2],
      ],
      [[1], [0, 1]],
    ])
    expect(behaviour.classes[1]!.differs).toEqual([
      { trial: 2, outcome: outcomeOf('0'), instead: outcomeOf('IndexError') },
    ])
    expect(behaviour.summary).toBe(
      '4 of 5 drafts behave the same on 4 inputs and pass all 3 examples; the fifth differs on f([]): 0 instead of IndexError.',
    )
  })

  it('prefers fewer drafts that pass the examples to many that do not', () => {
    const behaviour = behave(planned.slice(0, 2), [
      ['2', '3'],
      ['2', '4'],
      ['2', '4'],
    ])
    expect(behaviour.classes[0]).toMatchObject({ drafts: [0], passed: [0, 1] })
    expect(behaviour.summary).toBe(
      '1 of 3 drafts stands alone on 2 inputs and passes both examples; 2 others differ, one on f(2): 4 instead of 3.',
    )
  })

  it('leaves out a trial on which most drafts raise or are stopped, unless its outcome is stated', () => {
    const rows = [
      ['ValueError', 'TypeError'],
      ['time', 'TypeError'],
      ['5', '1'],
    ]
    expect(behave([call('f(-1)'), call('f(0)', 'TypeError')], rows).valid).toEqual([1])
  })

  it('does not take drafts that raise on everything for drafts that agree', () => {
    const behaviour = behave([call('f(1)')], [['TypeError'], ['TypeError']])
    expect(behaviour.valid).toEqual([])
    expect(behaviour.summary).toMatch(/^No input says what the drafts do/)
  })

  it('leaves out a trial on which a draft does something else the second time', () => {
    const rows = [
      ['1', '4'],
      ['1', '5'],
    ]
    const behaviour = behave([call('f(1)'), call('f(2)')], rows, {
      again: [
        ['1', '4'],
        ['1', '6'],
      ],
    })
    expect(behaviour).toMatchObject({ valid: [0], tied: 1 })
    expect(behaviour.classes).toHaveLength(1)
    expect(behaviour.summary).toBe('Both drafts behave the same on 1 input.')
  })

  it.each([
    ['0.1', '0.10000000001', 1],
    ['[1.0,2]', '[1, 2]', 1],
    ['1', '2', 2],
    ['1000000000', '1000000001', 2],
    ['"1.0"', '"1.00"', 2],
    ['(1,2)', '[1,2]', 2],
    ['{"a b":1}', '{"ab":1}', 2],
  ])('compares %s with %s', (one, other, classes) => {
    expect(behave([call('f(1)')], [[one], [other]]).classes).toHaveLength(classes)
  })

  it('compares what is printed by its lines, without blanks at their ends', () => {
    const printed: PlannedTrial[] = [
      { trial: { kind: 'stdin', input: '1\n' }, expected: outcomeOf('1 2\n3.0') },
    ]
    const behaviour = behave(printed, [['1 2 \n3.0000001\n'], ['1 2\n3.0'], ['1\n2\n3.0']])
    expect(behaviour.classes.map(({ drafts, passed }) => [drafts, passed])).toEqual([
      [[0, 1], [0]],
      [[2], []],
    ])
  })

  it('passes an example that writes a tuple as a list', () => {
    expect(behave([call('f(1)', '[1, 2]')], [['(1,2)']]).classes[0]!.passed).toEqual([0])
    expect(behave([call('f(1)', '"(1)"')], [['"[1]"']]).classes[0]!.passed).toEqual([])
  })

  it('counts votes, and puts the draft with most of them first', () => {
    const rows = [['1'], ['1'], ['2'], ['2']]
    const behaviour = behave([call('f(1)')], rows, { votes: [1, 1, 1, 2] })
    expect(behaviour.classes.map(({ drafts, votes }) => [drafts, votes])).toEqual([
      [[3, 2], 3],
      [[0, 1], 2],
    ])
  })

  it('prefers, of classes of the same size, the one that agrees with the others more often; else it says that it is a tie', () => {
    const trials = [call('f(1)'), call('f(2)'), call('f(3)')]
    expect(
      behave(trials, [
        ['1', '2', '3'],
        ['1', '5', '3'],
        ['7', '2', '3'],
      ]),
    ).toMatchObject({ tied: 1, classes: [{ drafts: [0] }, {}, {}] })
    const behaviour = behave(trials.slice(0, 1), [['1'], ['2']])
    expect(behaviour.tied).toBe(2)
    expect(behaviour.summary).toBe(
      'It is a tie: 1 of 2 drafts stands alone on 1 input; the other differs on f(1): 2 instead of 1.',
    )
  })

  it('says which drafts do not run', () => {
    expect(behave([call('f(1)', '1')], [['1'], null, ['1']]).summary).toBe(
      '2 of 3 drafts behave the same on 1 input and pass the example; the third does not run.',
    )
    expect(behave([call('f(1)')], [null, null])).toMatchObject({
      classes: [],
      tied: 0,
      summary: 'None of the drafts can be run.',
    })
  })

  it('stays quick on long values that differ everywhere', () => {
    const trials = Array.from({ length: 25 }, (_, place) => call(`f(${place})`))
    const rows = Array.from({ length: 8 }, (_, draft) => trials.map(() => `[${`${draft}.5, `.repeat(550)}]`))
    const started = performance.now()
    expect(behave(trials, rows).classes).toHaveLength(8)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

import { describe, expect, it } from 'vitest'
import { programOf } from './program-of.ts'
import { trialsFor } from './trials.ts'

const python = (code: string, question: string) => programOf(`\`\`\`python\n${code}\n\`\`\``, question)!
/** The stated trials with what comes out. */
const statedIn = (question: string, code: string) =>
  trialsFor(question, [python(code, question)], 0).map(({ trial, expected }) => [
    trial.kind === 'call' ? trial.expression : trial.kind === 'stdin' ? trial.input : trial.setup,
    expected === null ? null : expected.kind === 'value' ? expected.value : expected,
  ])
const F = 'def f(x): return x'

describe('trialsFor', () => {
  it.each([
    ['>>> f(1)\n2', 'f(1)', '2'],
    ['    >>> f([1, 2])\n    [1, 2]\n', 'f([1, 2])', '[1, 2]'],
    ['>>> f(1)\n>>> f(2)\n3', 'f(1)', 'null'],
    [
      '>>> f(-1)\nTraceback (most recent call last):\n  ...\nValueError: no',
      'f(-1)',
      { kind: 'raised', error: 'ValueError' },
    ],
    ['assert f("a") == "b"', 'f("a")', '"b"'],
    ['Example: f(1) → 2.', 'f(1)', '2'],
    ['`f(1)` returns `True` for odd ones', 'f(1)', 'true'],
    ['f(1) => 2', 'f(1)', '2'],
    ['f({"a": 1}) should return {"b": 2, "a": 1}', 'f({"a": 1})', '{"a": 1, "b": 2}'],
    ['print(f(1))  # 2', 'f(1)', '2'],
    ['f(0) raises a ZeroDivisionError', 'f(0)', { kind: 'raised', error: 'ZeroDivisionError' }],
    ['f(1) is 2nd', 'f(1)', null],
    ['f(1) == 2 * 3', 'f(1)', null],
    ['Look at f(1).', 'f(1)', null],
    ['Input: x = [1, 2]\nOutput: 3', 'f([1, 2])', '3'],
    ['Input: [1, 2]\nOutput: 3', 'f([1, 2])', '3'],
    ['For x = 1000 the output should be "1"', 'f(1000)', '"1"'],
    ['g(3) == 4', 'f(3)', '4'],
  ])('reads %j', (question, input, expected) => {
    expect(statedIn(`Write f.\n${question}`, F)[0]).toEqual([input, expected])
  })

  it('reads several parameters, each for itself, for a method as well', () => {
    const code = 'class Solution:\n    def most(self, nums: List[int], k: int) -> int:\n        return 0'
    const question = `Return most.\n\nExample 1:\n\nInput: nums = [2,1], k = 3\nOutput: 4\n\nExample 2:\nInput: nums = [5], k = 0\nOutput: -1\n\n${code}`
    expect(statedIn(question, code)).toEqual([
      ['Solution().most([2, 1], 3)', '4'],
      ['Solution().most([5], 0)', '-1'],
    ])
  })

  it('reads samples on standard input', () => {
    const question =
      'Input\n\nThe numbers.\n\nSample Input 1\n\n2\n3 4\n\nSample Output 1\n\n7\n\nThree and four.\n\nSample Input 2\n\n1\n9\n\nSample Output 2\n\n9\n'
    expect(statedIn(question, 'n = int(input())')).toEqual([
      ['2\n3 4\n', '7'],
      ['1\n9\n', '9'],
    ])
    expect(
      statedIn('**Input:**\n```\n5\n```\n**Output:**\n```\n6\n7\n```\nDone.', 'n = int(input())'),
    ).toEqual([['5\n', '6\n7']])
  })

  it('takes an example for no more than an input where several outcomes are right', () => {
    expect(statedIn('Return them in any order.\nf([1, 2]) == [2, 1]', F)).toEqual([['f([1, 2])', null]])
  })

  it('makes about twenty inputs of them, always the same, of the same form', () => {
    const question = 'Write f.\nf([3, 1]) == [1, 3]\n'
    const trials = trialsFor(question, [python(F, question)])
    expect(trials).toHaveLength(21)
    expect(trialsFor(question, [python(F, question)])).toEqual(trials)
    for (const { trial } of trials)
      expect(trial).toMatchObject({ expression: expect.stringMatching(/^f\(\[[-\d, ]*\]\)$/) })
    expect(new Set(trials.map((one) => JSON.stringify(one))).size).toBe(21)
  })

  it('keeps the form of what is read from standard input', () => {
    const question = 'Sample Input\n3\n10 20 30\n\nSample Output\n60\n'
    for (const { trial } of trialsFor(question, [python('n = int(input())', question)]))
      expect(trial).toMatchObject({ input: expect.stringMatching(/^3\n-?\d+ -?\d+ -?\d+\n$/) })
  })

  it('guesses arguments from type hints where there is no example', () => {
    const question = 'Write a function f that adds.'
    const trials = trialsFor(question, [
      python('def f(items: list[str], n: int = 2, name: str = ""): ...', question),
    ])
    expect(trials.length).toBeGreaterThan(10)
    for (const { trial, expected } of trials) {
      expect(trial).toMatchObject({ expression: expect.stringMatching(/^f\(\[.*\], -?\d+, ".*"\)$/) })
      expect(expected).toBeNull()
    }
  })

  it('tries tables with fewer, doubled and other rows', () => {
    const question =
      "CREATE TABLE people (name TEXT, age INT);\nINSERT INTO people VALUES ('Ann', 30), ('Bob', NULL);\nWho is oldest?"
    const trials = trialsFor(question, [programOf('SELECT name FROM people', question)!])
    const setups = trials.map(({ trial }) => (trial.kind === 'query' ? trial.setup : ''))
    expect(setups[0]).toContain("('Ann', 30), ('Bob', NULL);")
    expect(setups).toContain('CREATE TABLE people (name TEXT, age INT);')
    expect(setups.some((setup) => setup.endsWith("VALUES ('Ann', 30);"))).toBe(true)
    expect(setups.every((setup) => setup.startsWith('CREATE TABLE people'))).toBe(true)
  })

  it('calls what most drafts define, and prefers what the question names', () => {
    const question = 'Write solve. For example, solve(1) == 2.'
    const drafts = ['def helper(a): pass\ndef solve(a): pass', 'def solve(a): pass', 'def other(a): pass']
    const trials = trialsFor(
      question,
      drafts.map((code) => python(code, question)),
      0,
    )
    expect(trials.map(({ trial }) => trial)).toEqual([{ kind: 'call', expression: 'solve(1)' }])
  })

  it('stays quick on hostile texts', () => {
    const texts = [
      'f(',
      'f([',
      'f("',
      '>>> f(1)\n',
      'x = ',
      'input: ',
      'Sample Input\n',
      'insert into a values (',
      "f('\\",
      '=> ',
      'output ',
    ]
    for (const text of texts) {
      const question = text.repeat(30_000 / text.length)
      const started = performance.now()
      for (const code of [F, 'n = int(input())']) trialsFor(question, [python(code, 'f')])
      trialsFor(question, [programOf('SELECT 1 FROM a', question)!])
      expect(performance.now() - started, text).toBeLessThan(1_500)
    }
  })
})

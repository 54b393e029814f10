import { describe, expect, it } from 'vitest'
import { programOf } from './program-of.ts'

const fenced = (tag: string, code: string) => `Here it is:\n\n\`\`\`${tag}\n${code}\n\`\`\`\n\nIt is quick.`
const called = (text: string, question = 'Write it.') =>
  programOf(text, question)?.callables.map(({ name, of, parameters }) => {
    const owner = of === null ? '' : `${of}.`
    return `${owner}${name}(${parameters.map((one) => `${one.name}:${one.type}`).join(',')})`
  })

describe('programOf', () => {
  it('takes the code and the language from the fence', () => {
    expect(programOf(fenced('python', 'def f(x):\n    return x'), 'Write f.')).toEqual({
      language: 'python',
      code: 'def f(x):\n    return x',
      callables: [{ name: 'f', of: null, parameters: [{ name: 'x', type: '' }] }],
      readsInput: false,
    })
    expect(programOf(fenced('ts', 'function f(x: number) { return x }'), '')?.language).toBe('javascript')
    expect(programOf(fenced('sql', 'SELECT 1'), '')?.language).toBe('sql')
  })

  it.each([
    ['python', 'def f(x):\n    return x'],
    ['python', 'n = int(input())\nprint(n)'],
    ['python', 'import sys\nprint(1)'],
    ['javascript', 'const f = (x) => x'],
    ['javascript', 'function f(x) {\n  return x\n}'],
    ['sql', 'SELECT name FROM people;'],
  ])('knows %s by its signs', (language, code) => expect(programOf(code, '')?.language).toBe(language))

  it.each([
    'The answer is 42.',
    fenced('rust', 'fn main() {}'),
    'x',
    '',
    fenced('python', ''),
    'def f(x):\nfunction g() {',
  ])('is none where the language is another or not certain: %j', (text) =>
    expect(programOf(text, '')).toBeNull(),
  )

  it('leaves out blocks in other languages and second versions', () => {
    const blocks = [
      fenced('bash', 'pip install x'),
      fenced('python', 'def f():\n    return 1'),
      fenced('', '1'),
      fenced('py', 'print(f())'),
      fenced('python', 'def f():\n    return 2'),
    ]
    expect(programOf(blocks.join('\n'), '')?.code).toBe('def f():\n    return 1\n\nprint(f())')
  })

  it('names functions and methods with their parameters and type hints', () => {
    expect(
      called(
        fenced(
          'python',
          'async def f(a: list[int], *, b=(1, 2), **rest) -> int:\n    def g(): pass\n    return 1',
        ),
      ),
    ).toEqual(['f(a:list[int],b:)'])
    expect(
      called(fenced('python', 'class Solution:\n    def run(self, n: int):\n        pass\n\ndef g(x): pass')),
    ).toEqual(['Solution.run(n:int)', 'g(x:)'])
    expect(
      called(fenced('ts', 'export const f = (a: Map<string, number>, b?: string) => a\nfunction g(x) {}')),
    ).toEqual(['f(a:Map<string, number>,b:string)', 'g(x:)'])
    expect(
      called(fenced('js', 'class Box {\n  constructor(x) {}\n  size(n) {\n    if (n) {}\n  }\n}')),
    ).toEqual(['Box.size(n:)'])
  })

  it('sees that a program reads standard input', () => {
    expect(
      programOf(fenced('python', 'import sys\nfor line in sys.stdin: print(line)'), '')?.readsInput,
    ).toBe(true)
    expect(
      programOf(fenced('js', "const text = require('fs').readFileSync(0, 'utf8')"), '')?.readsInput,
    ).toBe(true)
  })

  it('adds the imports and functions of the question, but not what is to be written', () => {
    const question =
      'from typing import List\n\ndef poly(x):\n    """Doubles."""\n    return 2 * x\n\ndef zero(x: List[int]):\n    """Finds."""\n'
    const { code } = programOf(fenced('python', 'def zero(x): return poly(x)'), question)!
    expect(code).toContain('exec("from typing import List")')
    expect(code).toContain('def poly(x)')
    expect(code).not.toContain('Finds')
    expect(code.endsWith('def zero(x): return poly(x)')).toBe(true)
  })
})

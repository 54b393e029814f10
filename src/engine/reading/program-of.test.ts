import { describe, expect, it } from 'vitest'
import { codeOf, languageOf, programWith } from './program-of.ts'

describe('the code of a draft', () => {
  it('is its longest block, with the tag of its fence', () => {
    const text = 'Run it:\n```sh\npython a.py\n```\n\n~~~Python\nprint("```")\nprint(2)\n~~~\n'
    expect(codeOf(text)).toEqual({ tag: 'python', code: 'print("```")\nprint(2)' })
  })

  it('is not its tests, which may be longer, nor how to start it', () => {
    const program = 'def f(x):\n    return x'
    const tests = 'def test_f():\n    assert f(1) == 1\n    assert f(2) == 2\n    assert f(3) == 3'
    const text = `\`\`\`python\n${program}\n\`\`\`\n\`\`\`python\n${tests}\n\`\`\`\n\`\`\`bash\npython3 -m venv env && . env/bin/activate && pip install pytest\n\`\`\``
    expect(codeOf(text)).toEqual({ tag: 'python', code: program })
  })

  it('is all of it where it is code without a fence', () => {
    const code = 'def f(x):\n    all = [x]\n    return all'
    expect(codeOf(code)).toEqual({ tag: '', code })
    expect(codeOf('Dear Sir or Madam,\nI write to you because of the bill.\nYours,\nAda')).toBeNull()
  })

  it.each([
    ['py', 'python'],
    ['ts', 'javascript'],
    ['sqlite', 'sql'],
    ['go', null],
  ])('with the tag %s is run as %s', (tag, language) => {
    expect(languageOf(tag)).toBe(language)
  })
})

describe('a program that is called', () => {
  it('is known by that name, too, where its own is another', () => {
    expect(programWith('def median(x):\n    return 1', 'python', 'mid')).toMatch(/\nmid = median\n$/)
    expect(programWith('const median = (x) => 1', 'javascript', 'mid')).toMatch(/\nvar mid = median\n$/)
  })

  it('is what it defines and does not use itself', () => {
    const code = 'def half(x):\n    return x / 2\n\ndef median(x):\n    return half(x)'
    expect(programWith(code, 'python', 'mid')).toMatch(/\nmid = median\n$/)
  })

  it('stays as it is where it has that name, or nobody can tell which one is meant', () => {
    for (const code of ['def mid(x):\n    return 1', 'def one():\n    pass\n\ndef two():\n    pass'])
      expect(programWith(code, 'python', 'mid')).toBe(`${code}\n`)
  })

  it('may use what a class Solution is given', () => {
    expect(programWith('class Solution:\n    pass', 'python', 'Solution')).toMatch(/^from typing import \*/)
  })
})

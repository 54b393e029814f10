import { describe, expect, it } from 'vitest'
import { draftKey } from './drafts.ts'

const areSame = (one: string, other: string) => draftKey(one) === draftKey(other)
const CODE = 'def f(xs):\n    for x in xs:\n        g(x)'

describe('drafts are the same', () => {
  it('in code apart from white space at the end of lines and of the whole', () => {
    expect(areSame(CODE, `${CODE.replaceAll('\n', '  \r\n')}\n\n`)).toBe(true)
    expect(areSame(CODE, CODE.replaceAll('    ', '  ')), 'indentation').toBe(false)
    expect(areSame('print("a  b")', 'print("a b")'), 'a string').toBe(false)
  })

  it('with or without a fence around all of them, whatever language it names', () => {
    expect(areSame(CODE, `\`\`\`python\n${CODE}\n\`\`\``)).toBe(true)
    expect(areSame(`~~~\n${CODE}\n~~~\n`, `\`\`\`py\n${CODE} \n\`\`\``)).toBe(true)
    expect(areSame(CODE, `\`\`\`python\n${CODE}\n\`\`\`\nIt runs.`), 'words after it').toBe(false)
    const two = `\`\`\`\n${CODE}\n\`\`\`\n\n\`\`\`\n${CODE}\n\`\`\``
    expect(areSame(two, two.slice(4, -4)), 'two fences').toBe(false)
  })

  it('in JSON if they have the same value, whatever the order of its keys', () => {
    const json = '{"city": "Paris", "in": {"a": [1, 2], "b": null}}'
    expect(areSame(json, '{\n  "in": {"b": null, "a": [1, 2]},\n  "city": "Paris"\n}')).toBe(true)
    expect(areSame(json, `\`\`\`json\n${json.replaceAll(' ', '')}\n\`\`\``)).toBe(true)
    expect(areSame(json, json.replace('[1, 2]', '[2, 1]'))).toBe(false)
    expect(areSame('{"city": "Pa  ris"}', '{"city": "Pa ris"}')).toBe(false)
    expect(areSame('{"id": 12345678901234567890}', '{"id": 12345678901234567891}')).toBe(false)
  })

  it('in JSON that says more than its value, if it is written the same', () => {
    const last = '{"to": "bob", "amount": 5}'
    expect(areSame('{"to": "mallory", "to": "bob", "amount": 5}', last)).toBe(false)
    expect(areSame('[{"to": "mallory", "t\\u006f": "bob"}]', '[{"to": "bob"}]')).toBe(false)
    expect(areSame('{"amount": 1e400}', '{"amount": null}')).toBe(false)
  })

  it('in JSON that is nested too deeply to be read, if it is written the same', () => {
    const deep = '['.repeat(40_000) + ']'.repeat(40_000)
    expect([areSame(deep, deep), areSame(deep, `[${deep}]`)]).toEqual([true, false])
  })

  it('in other texts only if every character is', () => {
    expect(areSame('An old pond\na frog', 'An old pond\na frog')).toBe(true)
    expect(areSame('An old pond\na frog', 'An old pond a frog')).toBe(false)
    expect(areSame('An old pond', 'An old pond ')).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { withoutCode } from './code-in-request.ts'

describe('a request without its code', () => {
  it('keeps the words around fences and unfenced lines of code', () => {
    expect(withoutCode('Fix this:\n```js\nlet a = 1\n```\nthanks').prose).not.toContain('let')
    const { prose, hasCode } = withoutCode('Why does it fail?\n\nchar *make(void) {\n  return p;\n}')
    expect(prose.trim()).toBe('Why does it fail?')
    expect(hasCode).toBe(true)
  })

  it('keeps an instruction on the line of the code', () => {
    expect(withoutCode('Convert this to YAML: {"a": 1}').prose).toBe('Convert this to YAML:')
  })

  it('recognises code that breaks off, and prose that has none', () => {
    expect(withoutCode('def f(n):\n    """Doubles n."""').isUnfinished).toBe(true)
    expect(withoutCode('Who wrote Hamlet?')).toEqual({
      prose: 'Who wrote Hamlet?',
      hasCode: false,
      isUnfinished: false,
    })
  })
})

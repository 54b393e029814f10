import { describe, expect, it } from 'vitest'
import { bareCode, fencedCode } from './read-text.ts'

describe('code in a text', () => {
  it('is what stands inside the fences, or the whole text without any', () => {
    expect(fencedCode('Here:\n```js\nlet a = 1\n```\nDone.')).toEqual({ code: 'let a = 1', isOpen: false })
    expect(fencedCode('let a = 1')).toEqual({ code: 'let a = 1', isOpen: false })
    expect(fencedCode('Here:\n```js\nlet a =')).toEqual({ code: 'let a =', isOpen: true })
  })

  it('is compared without comments and documentation', () => {
    const code = 'def f(x):\n    """Doubles."""\n    return 2 * x  # twice\n'
    expect(bareCode(code).replace(/\s+/g, ' ').trim()).toBe('def f(x): return 2 * x')
    expect(bareCode('/* note */ int a; // more').trim()).toBe('int a;')
  })
})

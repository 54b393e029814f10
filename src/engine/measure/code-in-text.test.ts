import { describe, expect, it } from 'vitest'
import { bareCode, borrowedNames, fencedCode, unbalancedIn } from './read-text.ts'

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

  it('counts brackets that are not closed or not opened, except in strings', () => {
    expect(unbalancedIn('f(g(x), [1, {"a": ")"}])')).toBe(0)
    expect(unbalancedIn('f(g(x)')).toBe(1)
    expect(unbalancedIn('f(x))]')).toBe(2)
  })

  it('names what a code uses without introducing it', () => {
    expect(borrowedNames('import math\nx = math.sqrt(2)')).toEqual(new Set())
    expect(borrowedNames('counts = Counter(words)')).toEqual(new Set(['Counter']))
    expect(borrowedNames('def double(x):\n    return x * 2\nprint(double(3))')).toEqual(new Set(['print']))
  })
})

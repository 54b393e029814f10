import { describe, expect, it } from 'vitest'
import { createRecentlyUsed } from './recently-used.ts'

/** Items by scope, used in the order in which they are named: `alice:one`. */
function used(...items: string[]) {
  const recentlyUsed = createRecentlyUsed()
  for (const [at, item] of items.entries()) recentlyUsed.use(item, item.split(':')[0]!, at)
  return recentlyUsed
}

describe('what goes when there is too much', () => {
  it('is nothing while there is room', () => {
    expect(used('alice:one', 'alice:two').surplus(2)).toEqual([])
    expect(used().surplus(0)).toEqual([])
  })

  it('is what was of use longest ago', () => {
    expect(used('alice:one', 'alice:two', 'alice:one', 'alice:three').surplus(2)).toEqual(['alice:two'])
    expect(used('alice:one', 'alice:two', 'alice:three').surplus(1)).toEqual(['alice:one', 'alice:two'])
  })

  it('is taken from the scope that holds most, however old what others hold', () => {
    expect(used('bob:old', 'alice:one', 'alice:two', 'alice:three').surplus(3)).toEqual(['alice:one'])
    const flood = Array.from({ length: 50 }, (_, place) => `alice:${place}`)
    expect(used('bob:old', 'carol:old', ...flood).surplus(10)).toEqual(flood.slice(0, 42))
  })

  it('is of scopes that hold as much what was of use longest ago', () => {
    expect(used('bob:one', 'alice:one', 'carol:one').surplus(2)).toEqual(['bob:one'])
    expect(used('alice:one', 'bob:one', 'bob:two', 'alice:two').surplus(2)).toEqual(['alice:one', 'bob:one'])
  })

  it('is not what has been removed', () => {
    const recentlyUsed = used('alice:one', 'alice:two', 'alice:three')
    recentlyUsed.remove('alice:one', 'alice')
    recentlyUsed.remove('alice:one', 'alice')
    recentlyUsed.remove('never there', 'nobody')
    expect(recentlyUsed.surplus(2)).toEqual([])
    expect(recentlyUsed.surplus(1)).toEqual(['alice:two'])
  })
})

import { describe, expect, it } from 'vitest'
import { entryOf } from '../../../test/support/engine/claim-entries.ts'
import { standingsOf } from '../../../test/support/engine/standings.ts'
import { holdsPosition } from '../measure/landscape.ts'
import { ownText } from './own-text.ts'

const RANKED = standingsOf({ ada: 'first', bob: 'second' }).filter(holdsPosition)
const struck = (fields: Parameters<typeof entryOf>[1]) => entryOf('x', { isStruck: true, ...fields })
const chosen = (...entries: ReturnType<typeof entryOf>[]) => ownText(RANKED, { entries, missed: [] })

describe('the own text of a panel', () => {
  it('is the best one', () => {
    expect(chosen()).toEqual({ text: 'first', warnings: [] })
    expect(ownText([], { entries: [], missed: [] })).toEqual({ text: null, warnings: [] })
  })

  it('is the best one that asserts no struck claim, whether listed or only in the text', () => {
    expect(chosen(struck({ makers: ['ada'] })).text).toBe('second')
    const read = { ada: { supports: 0.9, contradicts: 0, shared: 0 } }
    expect(chosen(struck({ makers: ['cleo'], estimates: read })).text).toBe('second')
  })

  it('comes with a warning where each of them asserts one', () => {
    const { text, warnings } = chosen(struck({ makers: ['ada', 'bob'] }))
    expect(text).toBe('first')
    expect(warnings).toEqual(['The answer asserts claims that were struck: “x”.'])
  })
})

import { expect, it } from 'vitest'
import { diffOf } from './text-diff.ts'

it('shows what was removed and added, and what stays', () => {
  expect(diffOf('An old silent pond', 'An old quiet pond, at dusk')).toEqual([
    { kind: 'same', text: 'An old ' },
    { kind: 'removed', text: 'silent' },
    { kind: 'added', text: 'quiet' },
    { kind: 'same', text: ' ' },
    { kind: 'removed', text: 'pond' },
    { kind: 'added', text: 'pond, at dusk' },
  ])
})

it('compares long texts line by line, and longer ones not at all', () => {
  const long = Array.from({ length: 1500 }, (_, line) => `line ${line} with words`).join('\n')
  const changed = diffOf(long, long.replace('line 7 with', 'line 7 without'))
  expect(changed?.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'line 7 with words\n' },
    { kind: 'added', text: 'line 7 without words\n' },
  ])
  expect(diffOf('a\n'.repeat(3000), 'b\n'.repeat(3000))).toBeNull()
})

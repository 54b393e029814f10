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
  const changed = diffOf(long, `new\n${long.replace('line 7 with', 'line 7 without')}\nnew`)
  expect(changed?.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'added', text: 'new\n' },
    { kind: 'removed', text: 'line 7 with words\n' },
    { kind: 'added', text: 'line 7 without words\n' },
    { kind: 'removed', text: 'line 1499 with words' },
    { kind: 'added', text: 'line 1499 with words\nnew' },
  ])
  expect(diffOf('a\n'.repeat(3000), 'b\n'.repeat(3000))).toBeNull()
})

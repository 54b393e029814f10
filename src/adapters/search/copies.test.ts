import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { joinCopies } from './copies.ts'

test('other work has its turn while pages are compared', async () => {
  const pages = ['a', 'b', 'c'].map((url) => ({
    url,
    site: url,
    title: url,
    date: null,
    text: `${url} text of its own`,
  }))
  const order: string[] = []
  const other = nextTurn().then(() => order.push('other'))
  await joinCopies(pages)
  order.push('joined')
  await other
  expect(order).toEqual(['other', 'joined'])
})

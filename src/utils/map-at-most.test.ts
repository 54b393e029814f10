import { expect, it } from 'vitest'
import { mapAtMost } from './map-at-most.ts'

it('works on a few items at a time and keeps their order', async () => {
  let underWay = 0
  let most = 0
  const doubled = await mapAtMost(2, [5, 1, 4, 2], async (item) => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, item))
    underWay--
    return 2 * item
  })
  expect(doubled).toEqual([10, 2, 8, 4])
  expect(most).toBe(2)
})

it('fails with the first item that fails', async () => {
  const fail = async (item: number) => {
    throw new Error(`item ${item}`)
  }
  await expect(mapAtMost(2, [1, 2, 3], fail)).rejects.toThrow('item 1')
})

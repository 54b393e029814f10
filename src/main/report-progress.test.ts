import { expect, test } from 'vitest'
import { reportProgress } from './report-progress.ts'

function newsOf(counts: number[]): number[] {
  const news: number[] = []
  const onProgress = reportProgress((left, isNews) => isNews && news.push(left))
  for (const count of counts) onProgress(count)
  return news
}

test('progress is logged at the start, whenever half of the rest is done, and at the end', () => {
  expect(newsOf([1000, 900, 500, 400, 250, 10, 0])).toEqual([1000, 500, 250, 10, 0])
})

test('nothing is logged if there was nothing to do', () => {
  expect(newsOf([0])).toEqual([])
})

test('every count is passed on', () => {
  const all: number[] = []
  const onProgress = reportProgress((left) => all.push(left))
  for (const count of [3, 2, 1, 0]) onProgress(count)
  expect(all).toEqual([3, 2, 1, 0])
})

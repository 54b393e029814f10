import { expect, it } from 'vitest'
import { citedPages, sentencesOnPages } from './cited-pages.ts'

const sentence = (end: number, quote: string) => ({ start: end - 5, end, text: 'Words', quote })
const page = (name: string, said: number[] = [], denied: number[] = []) => ({
  ...{ url: `https://${name}.example/`, title: name, date: null, copies: [] },
  citations: said.map((end, place) => sentence(end, `says ${place}`)),
  contradictions: denied.map((end) => sentence(end, 'denies')),
})
const PAGES = [page('silent'), page('one', [10, 10, 30]), page('two', [10], [30])]

it('numbers only the pages that say or deny something', () => {
  expect(citedPages(PAGES).map(({ title }) => title)).toEqual(['one', 'two'])
})

it('has for each sentence the pages that say or deny it, each once', () => {
  const shown = sentencesOnPages(PAGES).map(({ end, references }) => [
    end,
    ...references.map(({ number, denies }) => `${denies ? 'not ' : ''}${number}`),
  ])
  expect(shown).toEqual([
    [10, '1', '2'],
    [30, '1', 'not 2'],
  ])
})

import { expect, it } from 'vitest'
import { memoryPlace } from '../../../test/support/memory-place.ts'
import { readSavedPanels, savePanel } from './saved-panels.ts'

it('saved panels are kept in the browser, replaced by their name and forgotten', () => {
  const place = memoryPlace()
  savePanel({ name: 'work', models: ['a', 'b'] }, place)
  savePanel({ name: 'play', models: ['c', 'd'] }, place)
  savePanel({ name: 'work', models: ['b', 'a'] }, place)
  expect(readSavedPanels(place)).toEqual([
    { name: 'play', models: ['c', 'd'] },
    { name: 'work', models: ['b', 'a'] },
  ])
  expect(savePanel({ name: 'play', models: [] }, place)).toEqual([{ name: 'work', models: ['b', 'a'] }])
})

it('saved panels that are damaged are none', () => {
  const place = memoryPlace()
  for (const text of ['{', '{}', '[null]', '[{"name": "work"}]', '[{"name": "work", "models": [7]}]']) {
    place.write('stretto.panels', text)
    expect(readSavedPanels(place)).toEqual([])
  }
})

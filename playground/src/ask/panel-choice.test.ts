import { expect, it } from 'vitest'
import { choosablePanels, chosenPanel, OWN, offeredPanels } from './panel-choice.ts'

const models = {
  models: [],
  count: 0,
  default_models: ['a', 'b'],
  panels: [
    { name: 'fast', models: ['a', 'c'] },
    { name: 'deep', models: ['a', 'b', 'c'], first: ['a', 'b'] },
  ],
  presets: [
    { name: 'cheap' as const, models: ['c', 'a'] },
    { name: 'local' as const, models: ['x', 'y'] },
  ],
  router: 'openrouter',
}
const offered = offeredPanels(models)

it('offers the default panel before those of the operator', () => {
  expect(offered.map(({ label }) => label)).toEqual(['Default', 'fast', 'deep'])
})

it.each([
  [[], [], ''],
  [['a', 'c'], [], 'fast'],
  [['a', 'b', 'c'], ['a', 'b'], 'deep'],
  [['a', 'b', 'c'], [], OWN],
  [['a', 'b'], [], OWN],
])('the models %j with %j first are the panel “%s”', (models, first, name) => {
  expect(chosenPanel({ models, first }, offered)).toBe(name)
})

it('offers presets and saved panels too, but not the same models twice', () => {
  const saved = [{ name: 'mine', models: ['b', 'x'] }]
  const panels = choosablePanels(models, saved)
  expect(panels.map(({ label }) => label)).toEqual(['Default', 'Local', 'fast', 'deep', 'mine'])
  expect(chosenPanel({ models: ['b', 'x'], first: [] }, panels)).toBe('saved/mine')
})

import { expect, it } from 'vitest'
import { chosenPanel, OWN, offeredPanels } from './panel-choice.ts'

const offered = offeredPanels({
  models: [],
  count: 0,
  default_models: ['a', 'b'],
  panels: [
    { name: 'fast', models: ['a', 'c'] },
    { name: 'deep', models: ['a', 'b', 'c'], first: ['a', 'b'] },
  ],
  presets: [],
  router: 'openrouter',
})

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

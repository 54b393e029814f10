import { expect, it } from 'vitest'
import { functionWordsFor } from './function-words.ts'

it.each([
  ['The capital of France is Paris', 'the'],
  ['Die Hauptstadt von Frankreich ist Paris', 'und'],
  ['La capitale de la France est Paris', 'avec'],
  ['La capital de Francia es París, y las otras ciudades son más pequeñas', 'pero'],
  ['A capital da França é Paris, e as outras cidades são mais pequenas', 'uma'],
  ['La capitale della Francia è Parigi, e gli altri sono anche', 'nella'],
  ['De hoofdstad van Frankrijk is Parijs', 'het'],
  ['The word for it in German is “Die Hauptstadt”, as far as I know', 'the'],
])('the function words for %j include %j', (text, word) => {
  expect(functionWordsFor(text)).toContain(word)
})

it.each(['', '42', 'Ludwig van Beethoven', '日本の首都は東京です。', 'Столица Франции – Париж'])(
  'there are none for %j',
  (text) => {
    expect(functionWordsFor(text).size).toBe(0)
  },
)

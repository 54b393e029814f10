import { expect, it } from 'vitest'
import { labelWarning } from './conclude.ts'

const documents = ['Bridges', 'Tunnels', 'Ferries'].map((title) => ({ title, text: 'Text.' }))
const asked = { background: { instructions: null, history: [], documents } }

it('says which documents a text names by label, each once', () => {
  const answer = 'The bridge is longer [DOC3]. So says DOC1, and again [DOC3].'
  expect(labelWarning(answer, asked)).toBe(
    'The answer names documents by their labels: DOC1 is “Bridges”, DOC3 is “Ferries”.',
  )
})

it('says nothing of labels that no document has, nor where there are none', () => {
  expect(labelWarning('Save it as DOC4 or mydoc1.', asked)).toBeNull()
  expect(labelWarning('As DOC1 says.', {})).toBeNull()
})

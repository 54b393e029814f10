import { expect, it } from 'vitest'
import { docsPage } from './docs-page.ts'

it('shows the description of a parameter, whether it is on the parameter or on its schema', () => {
  const parameters = [
    { name: 'x-one', in: 'header', description: 'said of the parameter', schema: { type: 'string' } },
    { name: 'two', in: 'query', schema: { type: 'string', description: 'said of the schema' } },
  ]
  const page = docsPage({
    info: { title: 'An API', version: '1' },
    paths: {
      '/things': { get: { tags: ['Things'], parameters, responses: { 200: { description: 'Fine' } } } },
    },
  }).toString()
  expect(page).toContain('said of the parameter')
  expect(page).toContain('said of the schema')
})

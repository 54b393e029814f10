import { expect, it } from 'vitest'
import { docsPage } from './docs-page.ts'
import type { Operation } from './openapi-document.ts'

const page = (operation: Partial<Operation>) =>
  docsPage({
    document: {
      info: { title: 'An API', version: '1' },
      tags: [{ name: 'Things', description: 'All things' }],
      paths: {
        '/things': { post: { tags: ['Things'], responses: { 200: { description: 'Fine' } }, ...operation } },
      },
    },
    introduction: [{ title: 'Begin', paragraphs: ['Send `{}` to [things](/things).'] }],
    origin: 'http://localhost:8787',
  }).toString()

it('shows the description of a parameter, whether it is on the parameter or on its schema', () => {
  const parameters = [
    { name: 'x-one', in: 'header', description: 'said of the parameter', schema: { type: 'string' } },
    { name: 'two', in: 'query', schema: { type: 'string', description: 'said of the schema' } },
  ]
  expect(page({ parameters })).toContain('said of the parameter')
  expect(page({ parameters })).toContain('said of the schema')
})

it('opens with the introduction, its code and its links', () => {
  expect(page({})).toContain('<p>Send <code>{}</code> to <a href="/things">things</a>.</p>')
})

it('shows an example as a command and what it returns, of a long vector only the beginning', () => {
  const vector = Array.from({ length: 768 }, (_, index) => index / 1000)
  const shown = page({
    requestBody: { content: { 'application/json': { examples: { example: { value: { text: "it's" } } } } } },
    responses: {
      200: {
        description: 'Fine',
        content: { 'application/json': { examples: { example: { value: { vector } } } } },
      },
    },
  })
  expect(shown).toContain(
    'curl -s http://localhost:8787/things \\\n  -H &#39;Content-Type: application/json&#39;',
  )
  expect(shown).toMatch(/\[\s+0,\s+0\.001,\s+0\.002,\s+&quot;… 768 numbers in all&quot;\s+\]/)
})

it('writes markup of a document as text', () => {
  const hostile = page({ summary: '<img src=x onerror=alert(1)>', description: '</p><script>' })
  expect(hostile).not.toContain('<img')
  expect(hostile.match(/<script>/g)).toHaveLength(1)
})

it('offers a form to send requests, hidden until a script shows it', () => {
  expect(page({})).toMatch(
    /<details class="try" hidden>[\s\S]*<form data-method="POST" data-path="\/things">/,
  )
})

import { expect, it } from 'vitest'
import { readMarkdown } from './read-markdown.ts'
import { formulaAt } from './read-maths.ts'

it.each([
  ['\\(a^2\\) is', 'a^2', false],
  ['\\[\n x \\]', 'x', true],
  ['$$\\frac12$$', '\\frac12', true],
  ['$n$-th', 'n', false],
  ['$x_1 + x_2$.', 'x_1 + x_2', false],
])('%j begins with a formula', (text, tex, isDisplayed) => {
  expect(formulaAt(text)).toMatchObject({ tex, isDisplayed })
})

it.each([
  '$5 and $10',
  '$5–$6',
  '$5 or 5$',
  '$ x $',
  '$1,000$',
  '\\(x',
  '\\(\\)',
  '\\[ a\n\nb \\]',
  'x \\(y\\)',
])('%j does not', (text) => {
  expect(formulaAt(text)).toBeNull()
})

it('what stands in a formula is no Markdown, and what looks like one in code is code', () => {
  const shown = (text: string) => [...readMarkdown(text, { breaks: true })!]
  expect(shown('so \\(a*b*c\\) `$x$`')).toMatchObject([
    { tokens: [{ text: 'so ' }, { type: 'formula', tex: 'a*b*c' }, {}, { type: 'codespan', text: '$x$' }] },
  ])
  expect(shown('It is\n\\[\na\n= b\n- c\n\\]\nthen')).toMatchObject([
    { type: 'paragraph' },
    { type: 'formula', tex: 'a\n= b\n- c', isDisplayed: true },
    { type: 'paragraph', text: 'then' },
  ])
})

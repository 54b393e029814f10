import { describe, expect, it } from 'vitest'
import { proseIn, proseSentences } from './prose-sentences.ts'

describe('proseSentences', () => {
  it('leaves out headings, code and rulers, and drops list marks and emphasis', () => {
    const text = [
      '# Tides in 1969',
      '**Causes**',
      '1. The **Moon** pulls. It is near.',
      '- (a) The `sun` pulls too',
      '---',
      '```js',
      'const moon = 1',
      '```',
      '> Quoted here.',
    ].join('\n')
    expect(proseSentences(text)).toEqual([
      'The Moon pulls.',
      'It is near.',
      '(a) The sun pulls too',
      'Quoted here.',
    ])
    expect(proseIn(text).headings).toEqual(['Tides in 1969', 'Causes'])
  })

  it('reads a row of a table as one sentence', () => {
    expect(proseSentences('| body | mass |\n|---|---|\n| Moon | 7 kg |')).toEqual([
      'body; mass',
      'Moon; 7 kg',
    ])
  })

  it.each([
    ['## 2. The Moon in 1969 ##', 'The Moon in 1969'],
    ['**Founded in 1890**', 'Founded in 1890'],
    ['**Founded in 1890:**', 'Founded in 1890:'],
    ['  __Founded in 1890__:', 'Founded in 1890:'],
  ])('reads %j as a heading', (line, heading) => {
    expect(proseIn(`${line}\n\nIt is so.`)).toEqual({ headings: [heading], sentences: ['It is so.'] })
  })

  it('reads the whole sentences of a fenced block, but no code', () => {
    const block = [
      'Dear Sir,',
      'The town was founded in 1890.',
      'git add .',
      'run(the, tests).',
      'npm install',
    ]
    expect(
      proseSentences(['```text', ...block, '```', 'So it is.', '~~~', 'It never ends.'].join('\n')),
    ).toEqual(['The town was founded in 1890.', 'So it is.', 'It never ends.'])
  })
})

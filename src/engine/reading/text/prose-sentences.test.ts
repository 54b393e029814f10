import { describe, expect, it } from 'vitest'
import { proseSentences } from './prose-sentences.ts'

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
  })

  it('reads a row of a table as one sentence', () => {
    expect(proseSentences('| body | mass |\n|---|---|\n| Moon | 7 kg |')).toEqual([
      'body; mass',
      'Moon; 7 kg',
    ])
  })
})

import { expect, it } from 'vitest'
import { sampleEdgeResponse } from '../../../test/support/samples.ts'
import { askedRun } from '../run/run-state.ts'
import { toMarkdown } from './to-markdown.ts'

it('is a document with the question, the answer, how sure it is and what it cost', () => {
  const result = {
    ...sampleEdgeResponse('result-1', 'Why is\n# the sky blue?'),
    final_answer: 'Because of **scattering**.',
    confidence: 0.42,
    confidence_kind: 'right' as const,
    alternatives: [{ answer: 'because of Rayleigh', models: ['b'] }],
    dissent: [{ model: 'b', name: 'b', answer: 'Because it\nis.', reason: 'Seen.' }],
  }
  const document = toMarkdown({ ...askedRun(result.query, 0), result }, result)
  expect(document.split('\n')[0]).toBe('# Why is # the sky blue?')
  expect(document).toContain('## Answer\n\nBecause of **scattering**.')
  expect(document).toContain('42 % probability of being right. A sample. Consensus.')
  expect(document).toContain('## Also right\n\nbecause of Rayleigh')
  expect(document).toContain('- b: Because it is. (Seen.)')
  expect(document).toContain('| 1 | 0.00 | 0.00 |')
  expect(document).toContain('Result result-1')
  expect(document).not.toContain('## Claims')
})

import { expect, it } from 'vitest'
import { newSeat } from '../../../src/client/run-progress.ts'
import type { Claim } from '../../../src/contract/claims.ts'
import { entryWith } from '../../../test/support/engine/entries.ts'
import { sampleEdgeResponse } from '../../../test/support/samples.ts'
import { askedRun } from '../run/run-state.ts'
import { toMarkdown } from './to-markdown.ts'

it('is a document with the question, the answer, how sure it is and what it cost', () => {
  const result = {
    ...sampleEdgeResponse('result-1', 'Why is\n# the sky blue?'),
    answer: 'scattering',
    final_answer: 'Because of **scattering**.',
    confidence: 0.42,
    confidence_kind: 'right' as const,
    outcome: 'split' as const,
    alternatives: [{ answer: 'because of Rayleigh', models: ['b'] }],
    dissent: [{ model: 'b', name: 'b', answer: 'Because it\nis.', reason: 'Seen.' }],
  }
  const document = toMarkdown({ ...askedRun(result.query, 0), result }, result)
  expect(document.split('\n')[0]).toBe('# Why is # the sky blue?')
  expect(document).toContain('## Answer\n\nBecause of **scattering**.')
  expect(document).toContain(
    'About 42% sure that it is right. The models are split: 1 of 2 gives this answer. a sample.',
  )
  expect(document).toContain('## Also right\n\nbecause of Rayleigh')
  expect(document).toContain('- b: Because it is. (Seen.)')
  expect(document).toContain('## Short answer\n\nscattering\n\n## Answer')
  expect(document).toContain('| 1 | 0.00 |')
  expect(document).toContain('Result result-1')
  expect(document).not.toContain('## Points')
})

it('has the points with where the texts make them, and what the answer rests on', () => {
  const claims: Claim[] = [
    {
      text: 'Air scatters\nblue light.',
      type: 'fact',
      status: 'disputed',
      central: true,
      support: 0.6,
      for: ['a'],
      against: ['b'],
      conditional: [],
      unsure: [],
      quotes: [{ name: 'a', stance: 'says', quote: 'the air scatters blue' }],
      reason: 'Dust does.',
      axioms: [],
    },
  ]
  const result = {
    ...sampleEdgeResponse('result-1', 'Why is the sky blue?'),
    claims,
    citations: [{ start: 0, end: 20, text: 'Air scatters it.', claims: [0] }],
    unsupported: [{ quote: 'Ask Rayleigh.', problem: 'unfounded' as const, why: 'Nobody says so.' }],
    repaired: [{ quote: 'It is settled.', problem: 'disputed' as const, why: '' }],
  }
  const document = toMarkdown({ ...askedRun(result.query, 0), claims, result }, result)
  expect(document).toContain(
    '- Point 1 (disputed, support 60%): Air scatters blue light.\n  - Dust does.\n  - a says: “the air scatters blue”',
  )
  expect(document).toContain('## What the answer rests on\n\n- “Air scatters it.”: point 1')
  expect(document).toContain('## In no other text or document\n\n- “Ask Rayleigh.”: Nobody says so.')
  expect(document).toContain('## Corrected after the check\n\n- “It is settled.”')
})

it('lists the web pages that it cites, of whose titles Markdown makes nothing', () => {
  const page = (name: string, title: string) => ({
    ...{ url: `https://www.${name}.example/a b`, title, date: null, copies: [] },
    ...{ citations: [], contradictions: [] },
  })
  const said = { start: 0, end: 9, text: 'It has 12.', quote: 'Twelve\n*spans*.' }
  const pages = [
    {
      ...page('one', '[A](javascript:pwned=1) <b>'),
      ...{ date: '2026-11-18', copies: ['x', 'y'], citations: [said] },
    },
    { ...page('two', 'Two'), contradictions: [said] },
    page('three', 'Three'),
  ]
  const search = { queries: ['spans'], pages, problem: null }
  const result = { ...sampleEdgeResponse('result-1', 'How many spans?'), search }
  const document = toMarkdown({ ...askedRun(result.query, 0), result }, result)
  expect(document).toContain(
    [
      '## From the web\n',
      '- \\[A\\](javascript:pwned=1) \\<b\\> (one.example, 2026-11-18, 2 copies) <https://www.one.example/a%20b>',
      '  - says “It has 12.”: “Twelve \\*spans\\*.”',
      '- Two (two.example) <https://www.two.example/a%20b>',
      '  - denies “It has 12.”: “Twelve \\*spans\\*.”\n',
    ].join('\n'),
  )
  expect(document).not.toContain('Three')
})

it('has what each model says, and says it once', () => {
  const result = {
    ...sampleEdgeResponse('result-1', 'What is 2 + 3?'),
    answer: 'It is 5',
    final_answer: 'It is 5.',
  }
  const seats = ['a', 'b'].map((model, at) => newSeat({ name: model, provider: 'openrouter', model }, at))
  const told = { answer: '5', position: '5', reason: 'I counted five.' }
  const iterations = [entryWith(1, { a: told, b: { answer: null, position: null } })]
  const state = { ...askedRun(result.query, 0), seats, iterations, kind: 'closed' as const, result }
  const document = toMarkdown(state, result)
  expect(document).toContain('## What each model says\n\n### a\n\n5\n\nI counted five.\n\n### b\n\nno answer')
  expect(document).not.toContain('## Short answer')
})

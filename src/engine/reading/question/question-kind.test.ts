import { describe, expect, it } from 'vitest'
import { readQuestionKinds } from '../../../adapters/assets/data-files.ts'
import { kindBy, questionKind } from './question-kind.ts'

const model = readQuestionKinds()

describe('the kind of a question', () => {
  it.each([
    ['closed', 'What is the capital of Mongolia?'],
    ['closed', 'Stimmt es, dass Wale Säugetiere sind?'],
    ['draft', 'haiku on autumn'],
    ['draft', 'Sinterklaasgedicht voor mijn zwager'],
    ['draft', 'Fix this code:\n```python\ndef add(a, b)\n    return a + b\n```'],
  ])('is %s, by the words it was fitted on, for %j', (kind, question) => {
    expect(questionKind(question, model)).toBe(kind)
  })

  it('is never closed where the wording asks for a draft, whatever the words say', () => {
    const words = { closed: Int8Array.of(100, 0, 0, 0), open: new Int8Array(4), draft: new Int8Array(4) }
    const sure = { buckets: 1, scale: 1, leastClosed: 0.5, weights: words }
    const [open, draft] = [2, 3]
    expect(kindBy([0, open], sure)).toBe('closed')
    expect(kindBy([0, draft], sure)).toBe('draft')
  })
})

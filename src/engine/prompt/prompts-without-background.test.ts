import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ANCHOR, PLACES } from '../../../test/support/engine/quoting-briefs.ts'
import type { Brief } from '../panel/brief.ts'
import { KINDS } from '../reading/question/question-kind.ts'
import { renderPrompt } from './prompts.ts'

const BRIEFS: Brief[] = [
  ...PLACES.map(({ briefWith }) => briefWith('some text')).filter(({ background }) => !background),
  ...KINDS.map((kind) => {
    const criteria = kind === 'draft' ? 'short' : null
    return { phase: 'exposition' as const, kind, query: 'How many?', criteria, anchors: [ANCHOR] }
  }),
]

describe('prompts of questions without a background', () => {
  it('are those that recorded replies and fitted models rest on, byte for byte', () => {
    const prompts = JSON.stringify(BRIEFS.map(renderPrompt))
    expect(createHash('sha256').update(prompts).digest('hex').slice(0, 16)).toBe('07363a1ea63f0a4e')
  })
})

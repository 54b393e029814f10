import { expect, test } from 'vitest'
import { DISPUTE, EXAMINATION } from '../../../test/support/engine/quoting-briefs.ts'
import type { Brief, RevisionBrief } from '../panel/brief.ts'
import { renderPrompt } from './prompts.ts'
import { replySchema } from './reply-schema.ts'

const exposition: Brief = {
  phase: 'exposition',
  kind: 'closed',
  criteria: null,
  query: 'How many?',
  anchors: [],
}
const revision: RevisionBrief = {
  phase: 'revision',
  criteria: null,
  query: 'How many?',
  structure: 'sonata',
  anchors: [],
  own: null,
  theme: '4',
  positions: [],
  mustAnswer: null,
  role: 'voice',
  verdicts: ['accept', 'amend', 'reject'],
}
const writing: Brief = {
  phase: 'writing',
  criteria: null,
  query: 'How many?',
  answer: '4',
  reasons: [],
  anchors: [],
}

test('an exposition is an object with an answer, its reason and its claims', () => {
  expect(replySchema(exposition)).toEqual({
    type: 'object',
    properties: {
      answer: { type: 'string' },
      reason: { type: 'string' },
      claims: { type: 'array', items: { type: 'string' } },
    },
    required: ['answer', 'reason', 'claims'],
    additionalProperties: false,
  })
})

test('a revision allows the verdicts of its brief and no others', () => {
  expect(replySchema({ ...revision, verdicts: ['amend'] })?.properties.verdict).toEqual({
    type: 'string',
    enum: ['amend'],
  })
})

test('a rebuttal is asked for where there is a case to answer', () => {
  expect(replySchema(revision)?.required).not.toContain('rebuttal')
  expect(replySchema({ ...revision, mustAnswer: 'B' })?.required).toContain('rebuttal')
})

test('what was written for a reader has no form', () => {
  expect(replySchema(writing)).toBeNull()
})

test('a cross-examination judges single claims and chooses between those that exclude each other', () => {
  const { properties } = replySchema(EXAMINATION)!
  expect(properties.true).toEqual({ type: 'array', items: { type: 'string', enum: ['C1'] } })
  expect(properties.choices).toMatchObject({ items: { properties: { claim: { enum: ['C2'] } } } })
  const onlyChoices = replySchema({ ...EXAMINATION, claims: EXAMINATION.claims.slice(1) })!
  expect(onlyChoices.properties.true, 'a list of no values is no schema').toEqual({
    type: 'array',
    items: { type: 'string' },
  })
})

test.each<[string, Brief]>([
  ['an exposition', exposition],
  ['a revision', revision],
  ['a revision with a case to answer', { ...revision, mustAnswer: 'B' }],
  ['a cross-examination', EXAMINATION],
  ['a cross-examination without a choice', { ...EXAMINATION, claims: EXAMINATION.claims.slice(0, 1) }],
  ['a dispute', DISPUTE],
])('%s has the fields its prompt names, in the same order', (_, brief) => {
  const named = [...renderPrompt(brief)[0]!.content.matchAll(/^- "(\w+)":/gm)].map(([, field]) => field)
  expect(Object.keys(replySchema(brief)?.properties ?? {})).toEqual(named)
})

import { expect, test } from 'vitest'
import {
  AXIOM_READING,
  DISPUTE,
  EXAMINATION,
  EXPOSITION,
  GROUPING,
  REVISION,
  SYNTHESIS,
  WRITING,
} from '../../../test/support/engine/quoting-briefs.ts'
import type { Brief } from '../panel/brief.ts'
import { renderPrompt } from './prompts.ts'
import { replySchema } from './reply-schema.ts'

test('a revision rules on the answers of its brief and no others', () => {
  expect(replySchema(REVISION)?.properties).toMatchObject({
    rulings: {
      items: {
        properties: {
          label: { enum: ['P', 'Q'] },
          verdict: { enum: ['right', 'partly', 'wrong', 'unsure'] },
        },
      },
    },
    answer: { enum: ['P', 'Q', ''] },
  })
})

test('a reading groups the replies of its brief and no others', () => {
  const label = { type: 'string', enum: ['R1', 'R2'] }
  expect(replySchema(GROUPING)?.properties).toMatchObject({
    answers: { items: { properties: { label, answer: { type: 'string' } } } },
    groups: { type: 'array', items: { type: 'array', items: label } },
    compatible: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
  })
})

test('a comparison with axioms names each by its id', () => {
  expect(replySchema(AXIOM_READING)?.properties.relations).toMatchObject({
    items: {
      properties: {
        id: { enum: ['math-0001'] },
        relation: { enum: ['contradicts', 'supports', 'unrelated'] },
      },
    },
  })
})

test.each([EXPOSITION, WRITING, SYNTHESIS])('what is written for a reader has no form: $phase', (brief) => {
  expect(replySchema(brief)).toBeNull()
})

test('every field is required and no other allowed, as strict modes demand', () => {
  const check = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { type, properties, required, additionalProperties, items } = schema as Record<string, unknown>
    if (type === 'object') {
      expect(required).toEqual(Object.keys(properties as object))
      expect(additionalProperties).toBe(false)
      Object.values(properties as object).forEach(check)
    }
    check(items)
  }
  for (const brief of [REVISION, GROUPING, AXIOM_READING, EXAMINATION, DISPUTE]) check(replySchema(brief))
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
  ['a revision', REVISION],
  ['a grouping', GROUPING],
  ['a comparison with axioms', AXIOM_READING],
  ['a cross-examination', EXAMINATION],
  ['a cross-examination without a choice', { ...EXAMINATION, claims: EXAMINATION.claims.slice(0, 1) }],
  ['a dispute', DISPUTE],
])('%s has the fields its prompt names, in the same order', (_, brief) => {
  const named = [...renderPrompt(brief)[0]!.content.matchAll(/^- "(\w+)":/gm)].map(([, field]) => field)
  expect(Object.keys(replySchema(brief)?.properties ?? {})).toEqual(named)
})

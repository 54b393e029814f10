import { expect, test } from 'vitest'
import {
  AMENDMENT,
  AXIOM_READING,
  CHECK,
  COMPARISON,
  DEFECTS,
  DISPUTE,
  EXAMINATION,
  EXPOSITION,
  GROUPING,
  MAP,
  REBUTTAL,
  REVIEW,
  REVISION,
  SYNTHESIS,
  WRITING,
} from '../../../test/support/engine/quoting-briefs.ts'
import type { Brief } from '../panel/brief.ts'
import { renderPrompt } from './prompts.ts'
import { replySchema } from './reply-form.ts'

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

test.each([EXPOSITION, WRITING, SYNTHESIS, AMENDMENT])(
  'what is written for a reader has no form: $phase',
  (brief) => {
    expect(replySchema(brief)).toBeNull()
  },
)

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
  const ofDrafts = [REVIEW, DEFECTS, REBUTTAL, COMPARISON]
  for (const brief of [REVISION, GROUPING, AXIOM_READING, EXAMINATION, DISPUTE, ...ofDrafts])
    check(replySchema(brief))
})

test('a map names the texts of its brief and no others', () => {
  const label = { enum: ['R1', 'R2'] }
  expect(replySchema(MAP)?.properties).toMatchObject({
    answers: { items: { properties: { replies: { items: label } } } },
    points: {
      items: {
        properties: {
          type: { enum: ['fact', 'fact!', 'judgement', 'judgement!', 'advice', 'advice!'] },
          says: { items: { type: 'string' } },
          denies: { items: { type: 'string' } },
        },
      },
    },
    gaps: { items: { properties: { type: { enum: ['fact', 'judgement', 'advice'] } } } },
  })
})

test('a check has findings of five kinds', () => {
  expect(replySchema(CHECK)?.properties.findings).toMatchObject({
    items: { properties: { problem: { enum: ['refuted', 'disputed', 'wrong', 'unfounded', 'form'] } } },
  })
})

test('an examination rules on the points of its brief, and a dispute gives the reason before the verdict', () => {
  const fieldsOf = (brief: Brief) => {
    const { items } = replySchema(brief)!.properties.rulings as { items: { properties: object } }
    return items.properties
  }
  expect(fieldsOf(EXAMINATION)).toMatchObject({
    label: { enum: ['C1', 'C2'] },
    verdict: { enum: ['true', 'false', 'depends', 'unsure'] },
  })
  expect(fieldsOf(DISPUTE)).toMatchObject({ label: { enum: ['C1'] } })
  expect(Object.keys(fieldsOf(EXAMINATION))).toEqual(['label', 'verdict', 'why'])
  expect(Object.keys(fieldsOf(DISPUTE))).toEqual(['label', 'why', 'verdict'])
})

test.each<[string, Brief]>([
  ['a revision', REVISION],
  ['a grouping', GROUPING],
  ['a comparison with axioms', AXIOM_READING],
  ['a map', MAP],
  ['a check', CHECK],
  ['an examination', EXAMINATION],
  ['a dispute', DISPUTE],
  ['a review', REVIEW],
  ['a reading of defects', DEFECTS],
  ['a rebuttal', REBUTTAL],
  ['a comparison', COMPARISON],
])('%s has the fields its prompt names, in the same order', (_, brief) => {
  const named = [...renderPrompt(brief)[0]!.content.matchAll(/^- "(\w+)":/gm)].map(([, field]) => field)
  expect(Object.keys(replySchema(brief)?.properties ?? {})).toEqual(named)
})

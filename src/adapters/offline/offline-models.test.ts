import { expect, test } from 'vitest'
import { openTestLibrary } from '../../../test/support/axioms.ts'
import type { Brief, RevisionBrief } from '../../engine/brief.ts'
import { openBuiltinEmbedder } from '../builtin-embedder.ts'
import { readAxioms } from '../data-files.ts'
import { createOfflineModels } from './offline-models.ts'

const axioms = readAxioms()
const embedder = await openBuiltinEmbedder()
const library = await openTestLibrary(axioms, embedder)
const ask = createOfflineModels({
  axioms,
  search: (text, topK) => library.search({ text, topK, minScore: 0, levels: null }),
  embedder,
  now: () => 0,
})

/** Identifiers that fall on each of the four voices. */
const LEXICAL = 'openai/gpt-4o'
const SEMANTIC = 'google/gemini-2.5-pro'
const CALCULATING = 'openai/gpt-5.1'
const CONTRARIAN = 'anthropic/claude-sonnet-4.5'

test.each([
  ['What is 17 + 25?', '42'],
  ['What is the speed of light in a vacuum?', 'exactly 299 792 458 m/s'],
  ['What is the chemical formula of water?', 'H2O'],
  ['What is the capital of Australia?', 'Canberra'],
])('the three honest voices answer “%s” alike', async (query, answer) => {
  for (const model of [LEXICAL, SEMANTIC, CALCULATING])
    expect(await expose(model, query)).toMatchObject({ answer })
})

test('the contrarian errs on purpose and claims what it errs on', async () => {
  expect(await expose(CONTRARIAN, 'What is 17 + 25?')).toMatchObject({
    answer: '32',
    claims: ['17 + 25 = 32'],
  })
})

test('the lexical voice calculates from left to right, whatever binds tighter', async () => {
  expect(await expose(LEXICAL, 'What is 3 + 4 * 5?')).toMatchObject({ answer: '35' })
  expect(await expose(CALCULATING, 'What is 3 + 4 * 5?')).toMatchObject({ answer: '23' })
})

test('a voice that knows nothing about a question says so', async () => {
  for (const model of [LEXICAL, SEMANTIC, CALCULATING, CONTRARIAN]) {
    expect(await expose(model, 'Which of my cousins is the tallest?')).toMatchObject({
      answer: 'I do not know',
    })
  }
})

test('a voice answers the same each time it is asked', async () => {
  expect(await expose(CONTRARIAN, 'Is 97 prime?')).toEqual(await expose(CONTRARIAN, 'Is 97 prime?'))
})

test('a wrong voice gives way to a claim that stands up to checking, and names it', async () => {
  const reply = await revise(CONTRARIAN, {
    own: '32',
    ownClaim: '17 + 25 = 32',
    other: '42',
    otherClaim: '17 + 25 = 42',
  })
  expect(reply).toMatchObject({ verdict: 'accept', answer: '42', refuted_by: 'A1: 17 + 25 = 42' })
})

test('a right voice rejects a theme whose claim does not stand up to checking', async () => {
  const reply = await revise(CALCULATING, {
    own: '42',
    ownClaim: '17 + 25 = 42',
    other: '32',
    otherClaim: '17 + 25 = 32',
  })
  expect(reply).toMatchObject({ verdict: 'reject', answer: '42', refuted_by: null })
})

test('a claim that sounds like an axiom but is none convinces nobody', async () => {
  const reply = await revise(LEXICAL, {
    query: 'What is the speed of light in a vacuum?',
    own: 'exactly 299 792 458 m/s',
    ownClaim: 'The speed of light in a vacuum is exactly 299 792 458 m/s.',
    other: 'exactly 299 792 459 m/s',
    otherClaim: 'The speed of light in a vacuum is exactly 299 792 459 m/s.',
  })
  expect(reply).toMatchObject({ verdict: 'reject', answer: 'exactly 299 792 458 m/s' })
})

test('a call that was cancelled is not answered', async () => {
  await expect(
    call(LEXICAL, { phase: 'exposition', query: 'What is 1 + 1?', anchors: [] }, AbortSignal.abort()),
  ).rejects.toThrow()
})

function expose(model: string, query: string): Promise<Record<string, unknown>> {
  return call(model, { phase: 'exposition', query, anchors: [] })
}

interface Dispute {
  query?: string
  own: string
  ownClaim: string
  other: string
  otherClaim: string
}

function revise(model: string, { query = 'What is 17 + 25?', own, ownClaim, other, otherClaim }: Dispute) {
  const brief: RevisionBrief = {
    phase: 'revision',
    query,
    structure: 'sonata',
    anchors: [],
    own: { answer: own, reason: ownClaim, claims: [ownClaim] },
    theme: other,
    positions: [
      { label: 'A', answer: other, reason: otherClaim, claims: [{ label: 'A1', text: otherClaim }] },
    ],
    mustAnswer: 'A',
    role: 'voice',
    verdicts: ['accept', 'amend', 'reject'],
  }
  return call(model, brief)
}

async function call(model: string, brief: Brief, signal = new AbortController().signal) {
  const seat = { key: model, provider: 'openrouter' as const, name: model, model, temperature: 0.7 }
  const { text } = await ask({ seat, iteration: 1, brief, messages: [], signal })
  return JSON.parse(text) as Record<string, unknown>
}

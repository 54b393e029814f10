import { expect, test } from 'vitest'
import { openTestLibrary } from '../../../../test/support/axioms.ts'
import type { Brief, RevisionBrief } from '../../../engine/panel/brief.ts'
import type { AskModel } from '../../../engine/panel/model-port.ts'
import { readAxioms } from '../../assets/data-files.ts'
import { openBuiltinEmbedder } from '../../embedders/builtin-embedder.ts'
import { createOfflineModels } from './offline-models.ts'

const axioms = readAxioms()
const embedder = await openBuiltinEmbedder()
const library = await openTestLibrary(axioms, embedder)
const ask = createOfflineModels({
  axioms,
  search: (text, topK) => library.search({ text, topK, minScore: 0, levels: null }),
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
  ['Who wrote Hamlet?', 'William Shakespeare'],
  ['Who discovered penicillin?', 'Alexander Fleming'],
  ['What port does HTTPS use?', '443'],
  ['How many bones does an adult human have?', '206'],
  ['When did World War II end?', '8 May 1945'],
  ['How far is the Moon from Earth?', 'approximately 384 400 km'],
  ['What is the boiling point of water in Fahrenheit?', '212 °F'],
  ['How many legs does a spider have?', 'eight legs'],
  ['what does ACID stand for', 'atomicity, consistency, isolation and durability'],
  ['Do camels store water in their humps?', 'no'],
])('the three honest voices give the same answer to “%s”', async (query, answer) => {
  for (const model of [LEXICAL, SEMANTIC, CALCULATING])
    expect(await expose(model, query)).toMatchObject({ answer })
})

test('the contrarian is wrong on purpose and claims what supports its mistake', async () => {
  expect(await expose(CONTRARIAN, 'What is 17 + 25?')).toMatchObject({
    answer: '32',
    claims: ['17 + 25 = 32'],
  })
})

test('the lexical voice calculates from left to right, ignoring precedence', async () => {
  expect(await expose(LEXICAL, 'What is 3 + 4 * 5?')).toMatchObject({ answer: '35' })
  expect(await expose(CALCULATING, 'What is 3 + 4 * 5?')).toMatchObject({ answer: '23' })
})

test.each([
  'Which of my cousins is the tallest?',
  'hello',
  'test',
  'Tell me a joke',
  'What time is it?',
  'What is the best pizza?',
  'What is the meaning of life?',
  'What is the smallest ocean?',
  'What is the past tense of go?',
  'Why does a whale sing?',
  'how are you?',
])(
  'no voice answers “%s” with an axiom that shares its words but answers something else',
  async (question) => {
    for (const model of [LEXICAL, SEMANTIC, CALCULATING, CONTRARIAN])
      expect(await expose(model, question)).toMatchObject({ answer: 'I do not know' })
  },
)

test('an axiom about a term does not answer what the term means', async () => {
  const records = axioms.filter(({ axiom }) => !axiom.startsWith('The expansion of SQL'))
  const others = await openTestLibrary(records, embedder)
  const askOthers = createOfflineModels({
    axioms: records,
    search: (text, topK) => others.search({ text, topK, minScore: 0, levels: null }),
    now: () => 0,
  })
  const brief: Brief = {
    phase: 'exposition',
    kind: 'closed',
    criteria: null,
    query: 'What does SQL stand for?',
    anchors: [],
  }
  expect(await call(SEMANTIC, brief, undefined, askOthers)).toMatchObject({ answer: 'I do not know' })
})

test('the contrarian answers with a fact about something similar, and never garbles a formula', async () => {
  expect(await expose(CONTRARIAN, 'What is the capital of France?')).toMatchObject({ answer: 'Cairo' })
  expect(await expose(CONTRARIAN, 'What is the formula of water?')).toMatchObject({ answer: 'H2O' })
})

test('a question is searched once, however many voices are asked and how often', async () => {
  const searched: string[] = []
  const counting = createOfflineModels({
    axioms,
    search(text, topK) {
      searched.push(text)
      return library.search({ text, topK, minScore: 0, levels: null })
    },
    now: () => 0,
  })
  const query = 'Who wrote Hamlet?'
  for (let time = 0; time < 5; time++) {
    for (const model of [LEXICAL, SEMANTIC, CALCULATING, CONTRARIAN]) {
      await call(
        model,
        { phase: 'exposition', kind: 'closed', criteria: null, query, anchors: [] },
        undefined,
        counting,
      )
      await call(
        model,
        disputeOn({
          query,
          own: 'Adam Smith',
          ownClaim: 'It is Adam Smith.',
          other: 'William Shakespeare',
          otherClaim: 'The author of the play Hamlet is William Shakespeare.',
        }),
        undefined,
        counting,
      )
    }
  }
  expect(searched).toEqual([query])
})

test('a voice gives the same answer each time', async () => {
  expect(await expose(CONTRARIAN, 'Is 97 prime?')).toEqual(await expose(CONTRARIAN, 'Is 97 prime?'))
})

test('a wrong voice accepts a claim that passes its check, and names it', async () => {
  const reply = await revise(CONTRARIAN, {
    own: '32',
    ownClaim: '17 + 25 = 32',
    other: '42',
    otherClaim: '17 + 25 = 42',
  })
  expect(reply).toMatchObject({ verdict: 'accept', answer: '42', refuted_by: 'A1: 17 + 25 = 42' })
})

test('a right voice rejects a theme whose claim fails its check', async () => {
  const reply = await revise(CALCULATING, {
    own: '42',
    ownClaim: '17 + 25 = 42',
    other: '32',
    otherClaim: '17 + 25 = 32',
  })
  expect(reply).toMatchObject({ verdict: 'reject', answer: '42', refuted_by: null })
})

test('a claim that only sounds like an axiom convinces no voice', async () => {
  const reply = await revise(LEXICAL, {
    query: 'What is the speed of light in a vacuum?',
    own: 'exactly 299 792 458 m/s',
    ownClaim: 'The speed of light in a vacuum is exactly 299 792 458 m/s.',
    other: 'exactly 299 792 459 m/s',
    otherClaim: 'The speed of light in a vacuum is exactly 299 792 459 m/s.',
  })
  expect(reply).toMatchObject({ verdict: 'reject', answer: 'exactly 299 792 458 m/s' })
})

test('a cancelled call is not answered', async () => {
  await expect(
    call(
      LEXICAL,
      { phase: 'exposition', kind: 'closed', criteria: null, query: 'What is 1 + 1?', anchors: [] },
      AbortSignal.abort(),
    ),
  ).rejects.toThrow()
})

function expose(model: string, query: string): Promise<Record<string, unknown>> {
  return call(model, { phase: 'exposition', kind: 'closed', criteria: null, query, anchors: [] })
}

interface Dispute {
  query?: string
  own: string
  ownClaim: string
  other: string
  otherClaim: string
}

function revise(model: string, dispute: Dispute) {
  return call(model, disputeOn(dispute))
}

function disputeOn({ query = 'What is 17 + 25?', own, ownClaim, other, otherClaim }: Dispute): RevisionBrief {
  return {
    phase: 'revision',
    criteria: null,
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
}

async function call(
  model: string,
  brief: Brief,
  signal = new AbortController().signal,
  models: AskModel = ask,
) {
  const seat = { key: model, provider: 'openrouter' as const, name: model, model, temperature: 0.7 }
  const { text } = await models({ seat, iteration: 1, brief, messages: [], signal })
  return JSON.parse(text) as Record<string, unknown>
}

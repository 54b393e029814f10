import { expect, test } from 'vitest'
import { openTestLibrary } from '../../../../test/support/axioms.ts'
import { openBuiltinEmbedder } from '../../../../test/support/embedder.ts'
import type { Brief, BriefNamed } from '../../../engine/panel/brief.ts'
import type { AskModel } from '../../../engine/panel/model-port.ts'
import { readAxioms } from '../../assets/data-files.ts'
import { createOfflineModels } from './offline-models.ts'

const axioms = readAxioms()
const embedder = await openBuiltinEmbedder()
const library = await openTestLibrary(axioms, embedder)
const ask = createOfflineModels({
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
  ['Who wrote Hamlet?', 'The author of the play Hamlet is William Shakespeare'],
  ['Who discovered penicillin?', 'Alexander Fleming'],
  ['What port does HTTPS use?', '443'],
  [
    'How many bones does an adult human have?',
    'The typical number of bones in an adult human skeleton is 206',
  ],
  [
    'How many legs does a spider have?',
    'Spiders are not insects but arachnids, with eight legs where insects have six',
  ],
  [
    'what does ACID stand for',
    'The expansion of ACID in database transactions is atomicity, consistency, isolation and durability',
  ],
  ['Do camels store water in their humps?', 'no'],
])('the three honest voices give the same answer to “%s”', async (query, answer) => {
  for (const model of [LEXICAL, SEMANTIC, CALCULATING])
    expect(await expose(model, query)).toMatchObject({ answer })
})

test('a voice says why, and ends with its short answer in the block', async () => {
  expect(await call(SEMANTIC, exposing('What is 17 + 25?'))).toBe(
    '17 + 25 = 42.\n<panel>\n{"kind":"closed","answer":"42"}\n</panel>',
  )
})

test('the contrarian is wrong on purpose and says what supports its mistake', async () => {
  expect(await expose(CONTRARIAN, 'What is 17 + 25?')).toMatchObject({ answer: '32', text: '17 + 25 = 32.' })
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
      expect(await expose(model, question)).toMatchObject({ answer: '', kind: 'closed' })
  },
)

test('an axiom about a term does not answer what the term means', async () => {
  const records = axioms.filter(({ axiom }) => !axiom.startsWith('The expansion of SQL'))
  const others = await openTestLibrary(records, embedder)
  const askOthers = createOfflineModels({
    search: (text, topK) => others.search({ text, topK, minScore: 0, levels: null }),
    now: () => 0,
  })
  const reply = await call(SEMANTIC, exposing('What does SQL stand for?'), undefined, askOthers)
  expect(reply).toContain('"answer":""')
})

test('the contrarian answers with a fact about something similar, and never garbles a formula', async () => {
  expect(await expose(CONTRARIAN, 'What is the capital of France?')).toMatchObject({ answer: 'Cairo' })
  expect(await expose(CONTRARIAN, 'What is the formula of water?')).toMatchObject({ answer: 'H2O' })
})

test('a question is searched once, however many voices are asked and how often', async () => {
  const searched: string[] = []
  const counting = createOfflineModels({
    search(text, topK) {
      searched.push(text)
      return library.search({ text, topK, minScore: 0, levels: null })
    },
    now: () => 0,
  })
  const query = 'Who wrote Hamlet?'
  for (let time = 0; time < 5; time++) {
    for (const model of [LEXICAL, SEMANTIC, CALCULATING, CONTRARIAN]) {
      await call(model, exposing(query), undefined, counting)
      await call(
        model,
        disputeOn({
          query,
          own: ['Adam Smith', 'It is Adam Smith.'],
          other: ['William Shakespeare', 'The author of the play Hamlet is William Shakespeare.'],
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

test('a wrong voice goes over to an answer that passes its check, and says what refuted its own', async () => {
  const reply = await revise(CONTRARIAN, { own: ['32', '17 + 25 = 32.'], other: ['42', '17 + 25 = 42.'] })
  expect(reply).toMatchObject({
    answer: 'Q',
    changed_because: expect.stringContaining('17 + 25 = 42'),
    rulings: [
      { label: 'P', verdict: 'wrong' },
      { label: 'Q', verdict: 'right' },
    ],
  })
})

test('a right voice keeps its answer and calls one wrong that fails its check', async () => {
  const reply = await revise(CALCULATING, { own: ['42', '17 + 25 = 42.'], other: ['32', '17 + 25 = 32.'] })
  expect(reply).toMatchObject({
    answer: 'P',
    changed_because: '',
    rulings: [
      { label: 'P', verdict: 'right' },
      { label: 'Q', verdict: 'wrong' },
    ],
  })
})

test('a statement that only sounds like an axiom convinces no voice', async () => {
  const reply = await revise(LEXICAL, {
    query: 'What is the speed of light in a vacuum?',
    own: ['exactly 299 792 458 m/s', 'The speed of light in a vacuum is exactly 299 792 458 m/s.'],
    other: ['exactly 299 792 459 m/s', 'The speed of light in a vacuum is exactly 299 792 459 m/s.'],
  })
  expect(reply).toMatchObject({ answer: 'P', changed_because: '' })
})

test.each([
  ['reads the replies of others', { phase: 'reading', task: 'group-answers', replies: [] }],
  ['writes an explanation', { ...exposing('Why?'), kind: 'open' }],
  ['writes a draft', { ...exposing('Write a poem.'), kind: 'draft' }],
  ['replies in JSON for a program', { ...exposing('What is 1 + 1?'), isJson: true }],
])('no voice %s', async (_, brief) => {
  await expect(call(SEMANTIC, { criteria: null, query: 'Why?', ...brief } as Brief)).rejects.toMatchObject({
    code: 'declined',
  })
})

test('a cancelled call is not answered', async () => {
  await expect(call(LEXICAL, exposing('What is 1 + 1?'), AbortSignal.abort())).rejects.toThrow()
})

function exposing(query: string): BriefNamed<'exposition'> {
  const brief = {
    phase: 'exposition',
    kind: null,
    criteria: null,
    date: '2026-11-17',
    isJson: false,
  } as const
  return { ...brief, query, anchors: [] }
}

/** What a voice replies to a question: its words, and the fields of its block. */
async function expose(model: string, query: string): Promise<Record<string, unknown>> {
  const [, text, block] = /^([\s\S]*)\n<panel>\n(.*)\n<\/panel>$/.exec(await call(model, exposing(query)))!
  return { text, ...JSON.parse(block!) }
}

/** Two answers, each with what its author says of it. */
interface Dispute {
  query?: string
  own: [answer: string, text: string]
  other: [answer: string, text: string]
}

async function revise(model: string, dispute: Dispute): Promise<Record<string, unknown>> {
  return JSON.parse(await call(model, disputeOn(dispute)))
}

function disputeOn({ query = 'What is 17 + 25?', own, other }: Dispute): BriefNamed<'revision'> {
  return {
    phase: 'revision',
    criteria: null,
    query,
    anchors: [],
    answers: [
      { label: 'P', answer: own[0], text: own[1], objections: [] },
      { label: 'Q', answer: other[0], text: other[1], objections: [] },
    ],
    own: 'P',
    ownReply: null,
    mustAnswer: null,
  }
}

async function call(
  model: string,
  brief: Brief,
  signal = new AbortController().signal,
  models: AskModel = ask,
): Promise<string> {
  const seat = { key: model, provider: 'openrouter' as const, name: model, model, temperature: 0.7 }
  const { text } = await models({ seat, iteration: 1, brief, messages: [], signal })
  return text
}

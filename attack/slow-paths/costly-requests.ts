import { SEATS } from '../provider/script.ts'

/** A request that is within the limits but expensive for the service. */
export interface CostlyRequest {
  name: string
  api: 'edge' | 'local'
  /** Whether the built-in voices answer. */
  offline?: boolean
  path(number: number): string
  /** Different each time, so that nothing is answered from the cache; text is sent as it is. */
  body?(number: number): unknown
}

const CHARACTERS = 200_000
const ITERATIONS = 20
const MODELS = 16

const FLOOD_PANEL = [SEATS.flood, SEATS.steady].map((model) => ({
  provider: 'openrouter',
  name: model,
  model,
}))

const PROPERTY = { type: 'string', default: 'x', pattern: '^(a+)+$' }
const TOOLS = Array.from({ length: 128 }, (_, place) => ({
  type: 'function',
  function: {
    name: `tool_${place}`,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 140 }, (_, other) => [`property_${other}`, PROPERTY]),
      ),
    },
  },
}))

const LIST_TOOL = {
  type: 'function',
  function: {
    name: 'list',
    parameters: { type: 'object', properties: { a: { type: 'array', uniqueItems: true } } },
  },
}

const check = (name: string, query: (number: number) => string): CostlyRequest => ({
  name: `/cache/check with ${name}`,
  api: 'edge',
  path: () => '/cache/check',
  body: (number) => ({ query: query(number) }),
})

/**
 * The expensive requests of the attack. Every repeated character is followed by another one; otherwise an expression that
 * looks for it at the end of a text would match immediately.
 */
export const COSTLY_REQUESTS: CostlyRequest[] = [
  { name: 'a path of 15,500 slashes', api: 'edge', path: () => `${'/'.repeat(15_500)}x` },
  check('200,000 dots', (number) => `${number}${'.'.repeat(CHARACTERS - 10)}x`),
  check('200,000 accents', (number) => `${number} a${'\u0301'.repeat(CHARACTERS - 20)}x`),
  check('200,000 spaces', (number) => `${number}${' '.repeat(CHARACTERS - 20)}x`),
  {
    name: '/embeddings with 128 texts of 8 kB',
    api: 'edge',
    path: () => '/embeddings',
    body: (number) => ({
      text: Array.from({ length: 128 }, (_, place) => wordsOf(number * 128 + place, 8_000, ' ')),
    }),
  },
  {
    name: '16 models × 20 iterations offline',
    api: 'edge',
    offline: true,
    path: () => '/consensus-iterative',
    body: (number) => ({
      kind: 'closed',
      query: `Which is the larger, ${number} or ${number + 1}, and why do people disagree about it?`,
      models: Array.from({ length: MODELS }, (_, place) => `voice/${place}`),
      max_iterations: ITERATIONS,
      skip_cache: true,
    }),
  },
  {
    name: '/axioms/search with 15,000 characters',
    api: 'edge',
    path: (number) => `/axioms/search?q=${wordsOf(number, 15_000, '+')}`,
  },
  {
    name: '128 tools of 10 kB, all called',
    api: 'edge',
    path: () => '/v1/chat/completions',
    body: (number) => ({
      model: 'stretto/auto',
      messages: [{ role: 'user', content: `What does case-${number} come to?` }],
      tools: TOOLS,
      stretto: { models: [SEATS.caller, SEATS.caller] },
    }),
  },
  {
    name: 'a call with 3,000 objects that must differ',
    api: 'edge',
    path: () => '/v1/chat/completions',
    body: (number) => ({
      model: 'stretto/auto',
      messages: [{ role: 'user', content: `What does case-${number} come to?` }],
      tools: [LIST_TOOL],
      stretto: { models: [SEATS.lister, SEATS.lister] },
    }),
  },
  {
    name: 'a body of 500,000 lists in one another',
    api: 'edge',
    path: () => '/consensus',
    body: (number) => `{"query": "${number}", "x": ${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
  },
  {
    name: 'a reply of 900,000 lists in one another',
    api: 'edge',
    path: () => '/consensus',
    body: (number) => ({ query: `What does case-${number} come to?`, models: [SEATS.nester, SEATS.steady] }),
  },
  {
    name: 'a reply of 7 MB of {',
    api: 'local',
    path: () => '/consensus/sync',
    body: (number) => ({
      kind: 'closed',
      query: `What does case-${number} come to?`,
      models: FLOOD_PANEL,
      max_iterations: 1,
    }),
  },
]

function wordsOf(seed: number, characters: number, between: string): string {
  const words: string[] = []
  for (let length = 0, word = seed; length < characters; word = (word * 48_271 + 11) % 2_147_483_647) {
    const text = `w${word.toString(36)}`
    words.push(text)
    length += text.length + 1
  }
  return words.join(between).slice(0, characters)
}

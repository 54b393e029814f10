import { describe, expect, it } from 'vitest'
import type { Attachment } from '../../contract/message-content.ts'
import type { ModelConfig } from '../../contract/panel.ts'
import { QuestionKind } from '../../contract/question-kind.ts'
import type { Budget, OfferedTools, ToolStep } from '../../engine/index.ts'
import type { ModelPrice } from '../model-catalogue.ts'
import type { PlannedRun } from '../planned-run.ts'
import { createRunCosts } from './run-costs.ts'

const listed = (prompt: number, completion: number): ModelPrice => ({
  promptUsdPerMillion: prompt,
  completionUsdPerMillion: completion,
  requestUsd: 0,
})
const PRICES: Record<string, ModelPrice> = {
  cheap: listed(1, 2),
  dear: listed(10, 20),
  free: listed(0, 0),
  feed: { ...listed(0, 0), requestUsd: 0.5 },
}
const named = (model: string): ModelConfig => ({ provider: 'openrouter', name: model, model, temperature: 0 })

function costs({
  ceiling,
  readerModel = null,
  canSearch = false,
}: {
  ceiling?: Budget
  readerModel?: string | null
  canSearch?: boolean
} = {}) {
  const looked: string[] = []
  const judged = createRunCosts({
    catalogue: {
      inputsOf: async () => null,
      list: async () => null,
      async priceOf({ model }) {
        looked.push(model)
        return PRICES[model] ?? null
      },
    },
    router: {
      connect: (callerKeys) => ({
        ask: () => Promise.reject(new Error('not asked here')),
        servedBy: () => callerKeys?.openrouter ?? 'openrouter',
        vendorOf: () => null,
        nameOf: ({ name }) => name,
        warnings: [],
      }),
      providerOf: () => 'openrouter',
      servers: () => [],
    },
    readerModel,
    ceiling,
    canSearch,
  })
  return { ...judged, looked }
}
const run = (changes: Partial<PlannedRun> = {}): PlannedRun => ({
  query: 'How many?',
  criteria: null,
  kind: null,
  models: ['cheap', 'dear'].map(named),
  writer: null,
  reader: null,
  structure: 'sonata',
  maxIterations: 1,
  callerKeys: null,
  ...changes,
})
const USER = { role: 'user' as const, content: 'Find it.' }
const offering = (tools: OfferedTools['tools']): OfferedTools => ({ tools, choice: 'auto', isParallel: true })
const calling = (input: string) => ({
  role: 'assistant' as const,
  content: '',
  toolCalls: [{ id: 'a', name: 'find', arguments: input }],
})
const budget = (maxCostUsd: number | null, maxCalls: number | null = null): Budget => ({
  maxCostUsd,
  maxCalls,
})

describe('the check before a run', () => {
  it('looks up no price unless a cost is bounded', async () => {
    const { check, looked } = costs()
    expect(await check(run())).toEqual([])
    expect(await check(run({ budget: budget(null, 2) }))).toEqual([])
    expect(looked).toEqual([])
  })

  it('refuses images and files that alone would exceed it', async () => {
    const background = { instructions: null, history: [], documents: [] }
    const pdf = { kind: 'file' as const, url: `data:application/pdf;base64,${'A'.repeat(1_900_000)}` }
    const image = { kind: 'image' as const, url: 'https://example.org/cat.png' }
    const check = (attachments: Attachment[], maxCostUsd: number) =>
      costs().check(run({ background: { ...background, attachments }, budget: budget(maxCostUsd) }))
    await expect(check([pdf], 0.1)).rejects.toThrow('To ask for the first answers alone costs about 0.33 USD')
    await expect(check(Array(20).fill(image), 0.01)).rejects.toThrow('more than the limit of 0.01 USD')
    expect(await check([pdf, image], 1)).toEqual([])
  })

  it('accepts a bound on the cost of models whose prices are known', async () => {
    expect(await costs().check(run({ budget: budget(0.5) }))).toEqual([])
  })

  it('names the models whose prices are not known, the writer and the reader included', async () => {
    const { check } = costs({ readerModel: 'newest' })
    const unknown = run({ models: ['cheap', 'new'].map(named), writer: 'newer', budget: budget(0.5) })
    await expect(check(unknown)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'The prices of new, newer, newest are not known here; give max_calls as well.',
    })
    expect(await check({ ...unknown, budget: budget(0.5, 9) })).toEqual([
      'The prices of new, newer, newest are not known here: the limit of 0.5 USD counts only what their replies say they cost.',
    ])
  })

  it('asks for no price of the offline voices', async () => {
    const { check, looked } = costs()
    const offline = run({
      models: ['new', 'newer'].map(named),
      callerKeys: { openrouter: 'offline' },
      budget: budget(0.5),
    })
    expect(await check(offline)).toEqual([])
    expect(looked).toEqual([])
  })

  it('refuses what the prompts of the first answers alone would exceed', async () => {
    const long = run({ query: 'word '.repeat(3_200), budget: budget(0.001) })
    await expect(costs().check(long)).rejects.toThrow('more than the limit of 0.001 USD')
    expect(await costs().check(run({ budget: budget(0.01) }))).toEqual([])
  })

  it('wants one call more than there are models where a format may need a repair', async () => {
    const inForm = (maxCalls: number) =>
      run({ format: { problemsOf: () => [] }, budget: budget(null, maxCalls) })
    await expect(costs().check(inForm(2))).rejects.toMatchObject({
      code: 'bad_request',
      message: 'max_calls must be at least 3, the number of models and one for a repair of the format.',
    })
    expect(await costs().check(inForm(3))).toEqual([])
    const small = costs({ ceiling: budget(null, 2) })
    await expect(small.check(inForm(9))).rejects.toThrow('models must have at most 1 entries')
  })

  it('says which bounds the server lowers, and bounds calls by its own', async () => {
    const { check } = costs({ ceiling: budget(0.2, 8) })
    expect(await check(run({ budget: budget(0.5, 9) }))).toEqual([
      'max_cost_usd was lowered to 0.2, the limit of this server.',
      'max_calls was lowered to 8, the limit of this server.',
    ])
    const unknown = run({ models: ['cheap', 'new'].map(named), budget: budget(0.1) })
    expect(await check(unknown)).toHaveLength(1)
  })
})

describe('a dry run', () => {
  const sum = (prompt: number, completion: number) => 11 * prompt + 22 * completion
  /** The cost at most of one call to each of the two models, by the tokens of its prompt and its reply. */
  const both = (promptTokens: number, completionTokens: number) => sum(promptTokens, completionTokens) / 1e6

  it('sums full replies and prompts at the price of each model', async () => {
    const { cost_usd, calls, prices } = await costs().dryRun(run({ kind: 'draft' }))
    // Two readers may be asked what to try, should the drafts be programs.
    expect(calls).toEqual({ first_round: 2, at_most: 4 })
    expect(cost_usd.at_most).toBeGreaterThan(cost_usd.first_round_at_most!)
    expect(cost_usd.first_round_at_most).toBeGreaterThan(both(0, 16_384))
    expect(cost_usd.first_round_at_most).toBeLessThan(both(8_000, 16_384))
    expect(prices[1]).toEqual({
      model: 'dear',
      prompt_usd_per_million: 10,
      completion_usd_per_million: 20,
      request_usd: 0,
    })
  })

  it.each([
    // Two readers for the answers and the axioms, and for new answers once an iteration.
    ['closed', 1, 2 + 2 * 2],
    ['closed', 3, 6 + 2 * 6 + 1],
    // Two readers for the map, two writers; then the examination, an exchange, the check and a repair.
    ['open', 1, 2 + 2 + 2],
    ['open', 4, 6 + 2 * 2 + 2 + 1],
    ['draft', 1, 2 + 2],
    // Two authors may have to say whether a reject is right, and one once more after the revision.
    ['draft', 2, 2 + 4 + 2],
    ['draft', 7, 2 + 4 + 2 + 2 + 1],
  ] as const)(
    'of a question that is %s counts at most this with %i iterations: %i calls',
    async (kind, most, calls) => {
      expect((await costs().dryRun(run({ kind, maxIterations: most }))).calls.at_most).toBe(calls)
    },
  )

  it('takes the dearest kind where the models decide it', async () => {
    const costOf = async (kind: QuestionKind | null) =>
      (await costs().dryRun(run({ kind, maxIterations: 3 }))).cost_usd.at_most!
    const kinds = await Promise.all(QuestionKind.options.map(costOf))
    // Apart from the few words that name a kind.
    expect(await costOf(null)).toBeCloseTo(Math.max(...kinds), 1)
    expect(Math.min(...kinds)).toBeLessThan(Math.max(...kinds) - 1)
    expect((await costs().dryRun(run())).kind).toBeNull()
  })

  it('counts the readings at the price of the dearest models that may read', async () => {
    const mostOf = async (changes: Partial<PlannedRun>, readerModel: string | null = null) =>
      (await costs({ readerModel }).dryRun(run({ kind: 'closed', ...changes }))).cost_usd.at_most!
    expect(await mostOf({ reader: 'free' })).toBe(await mostOf({}))
    expect(await mostOf({ reader: 'feed' })).toBe(await mostOf({}, 'feed'))
    expect(await mostOf({ reader: 'cheap' }, 'feed')).toBe(await mostOf({}))
  })

  it('counts a writer who is not in the panel', async () => {
    const { calls, prices } = await costs().dryRun(run({ kind: 'closed', maxIterations: 2, writer: 'free' }))
    expect(calls.at_most).toBe(4 + 2 * 4 + 1)
    expect(prices.map(({ model }) => model)).toEqual(['cheap', 'dear', 'free'])
  })

  it('says what is typical where the first models agree, and counts what they may read on top', async () => {
    const first = { models: ['cheap', 'free'], enough: 0.9, ofAnyKind: false }
    const models = ['cheap', 'free', 'dear'].map(named)
    const whole = run({ kind: 'closed', maxIterations: 2, models })
    const staged = { ...whole, first }
    const { calls, cost_usd, typical } = await costs().dryRun(staged)
    const unstaged = await costs().dryRun(whole)
    expect(calls).toEqual({ first_round: 2, at_most: unstaged.calls.at_most + 2 * 2 })
    expect(typical!.calls).toBe(3)
    expect(typical!.cost_usd_at_most).toBeGreaterThan(cost_usd.first_round_at_most!)
    expect(typical!.cost_usd_at_most).toBeLessThan(unstaged.cost_usd.first_round_at_most!)
    expect(unstaged.typical).toBeUndefined()
    expect((await costs().dryRun({ ...staged, kind: 'open' })).typical).toBeUndefined()
    expect(await costs().check({ ...staged, budget: budget(null, 2) })).toEqual([])
    await expect(costs().check({ ...staged, budget: budget(null, 1) })).rejects.toThrow(
      'max_calls must be at least 2',
    )
  })

  it('takes the dearest of the calls that a budget leaves', async () => {
    const all = run({ kind: 'draft', maxIterations: 2 })
    const { at_most: two } = (await costs().dryRun({ ...all, budget: budget(null, 2) })).cost_usd
    const { at_most: three } = (await costs().dryRun({ ...all, budget: budget(null, 3) })).cost_usd
    expect(three! - two!).toBeGreaterThan((4_096 * 20 + 2 * 16_384 * 10) / 1e6)
  })

  it('grows with what the question comes with', async () => {
    const text = 'x'.repeat(100_000)
    const background = { instructions: text, history: [], documents: [] }
    const [plain, long] = await Promise.all([
      costs().dryRun(run({ kind: 'open', query: 'How?' })),
      costs().dryRun(run({ kind: 'open', query: `How? ${text}`, background })),
    ])
    expect(long.cost_usd.first_round_at_most).toBeGreaterThan(
      plain.cost_usd.first_round_at_most! + both(50_000, 0) - 1e-9,
    )
  })

  const attached = (kind: 'image' | 'file', bytes: number) => ({
    instructions: null,
    history: [],
    documents: [],
    attachments: [{ kind, url: `data:application/pdf;base64,${'A'.repeat(bytes)}` }],
  })
  const atMost = async (changes: Partial<PlannedRun>) =>
    (await costs().dryRun(run({ kind: 'closed', ...changes }))).cost_usd.first_round_at_most!

  it('grows with images and files, wherever they stand, and with files by their size', async () => {
    const plain = await atMost({})
    const image = await atMost({ background: attached('image', 1_000_000) })
    const file = await atMost({ background: attached('file', 1_000_000) })
    expect(image - plain).toBeCloseTo(11 * 0.05, 2)
    expect(file - plain).toBeCloseTo(11 * 0.5, 2)
    const { attachments } = attached('file', 1_000_000)
    const history = [{ role: 'user' as const, text: 'This.', attachments }]
    expect(await atMost({ background: { ...attached('file', 0), attachments: [], history } })).toBeCloseTo(
      file,
      2,
    )
  })

  it.each<[string, Partial<ToolStep>]>([
    ['a tool', { offered: offering([{ name: 'a', parameters: { attachments: 'é'.repeat(50_000) } }]) }],
    ['the schema of the answer', { schema: { name: 'a', schema: { const: 'x'.repeat(100_000) } } }],
    ['a call that was made', { messages: [USER, calling('x'.repeat(100_000))] }],
    ['the result of a call', { messages: [USER, { role: 'tool', content: 'x'.repeat(100_000) }] }],
    [
      'the name of a file',
      { messages: [{ ...USER, attachments: [{ kind: 'file', url: '', filename: 'x'.repeat(100_000) }] }] },
    ],
  ])('grows with %s, under whatever name it is sent', async (_, changes) => {
    const step: ToolStep = { messages: [USER], offered: offering([]), ...changes }
    const more =
      (await atMost({ step })) - (await atMost({ step: { messages: [USER], offered: offering([]) } }))
    expect(more).toBeGreaterThan(both(49_000, 0))
  })

  it('counts what every call costs, whatever its tokens', async () => {
    const models = ['feed', 'feed'].map(named)
    const { cost_usd, prices } = await costs().dryRun(run({ kind: 'draft', maxIterations: 2, models }))
    expect(cost_usd).toEqual({ first_round_at_most: 1, at_most: 4 })
    expect(prices[0]?.request_usd).toBe(0.5)
    await expect(costs().check(run({ models, budget: budget(0.9) }))).rejects.toThrow('1.0 USD')
  })

  it('knows no cost where one price is not known', async () => {
    const { cost_usd, warnings } = await costs().dryRun(run({ models: ['cheap', 'new'].map(named) }))
    expect(cost_usd).toEqual({ first_round_at_most: null, at_most: null })
    expect(warnings).toEqual(['The price of new is not known here.'])
  })
})

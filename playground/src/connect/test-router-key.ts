import type { EdgeClient } from '../../../src/client/index.ts'
import { type Lack, type Problem, problemOf } from '../api/problem.ts'
import { voiceLabel } from '../run/voice-label.ts'

/** What a test of a key found. */
export type KeyTest =
  | { works: true; model: string; costUsd: number | null }
  /** What is wrong, and what to do. */
  | { works: false; advice: string }

/**
 * Asks the cheapest model of the default panel for a word, twice, which is the smallest panel there is. The list of models is
 * public, so that it proves nothing; a call proves that the key is accepted and has credit.
 */
export async function testRouterKey(edge: EdgeClient, signal: AbortSignal): Promise<KeyTest> {
  let model: string | undefined
  try {
    const listed = await edge.models({ signal })
    if (!listed.router.split('+').includes('openrouter')) return { works: false, advice: IGNORED }
    model = cheapest(listed)
    if (model === undefined) return { works: false, advice: NO_PANEL }
  } catch (error) {
    return { works: false, advice: adviceBefore(problemOf(error)) }
  }
  try {
    const question = { query: 'Reply with the word OK.', kind: 'closed' as const, skip_cache: true }
    const { usage } = await edge.askOnce(
      { ...question, models: [model], samples: 2, max_calls: 2 },
      { signal },
    )
    return { works: true, model, costUsd: usage.cost_usd }
  } catch (error) {
    return { works: false, advice: adviceAfter(problemOf(error), model) }
  }
}

const IGNORED =
  'This server runs with ROUTER=offline and ignores keys. Whoever runs it must remove that line from its .env and start it again.'
const NO_PANEL = 'This server has no default panel to test the key with. Set DEFAULT_MODELS in its .env.'

/** The model of the default panel with the lowest price. */
function cheapest({ default_models: panel, models }: Awaited<ReturnType<EdgeClient['models']>>) {
  const priceOf = (id: string) =>
    models.find((model) => model.id === id)?.pricing?.completion_usd_per_million ?? Number.POSITIVE_INFINITY
  return [...panel].sort((one, other) => compare(priceOf(one), priceOf(other)))[0]
}

/** Two unknown prices are equal. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one - other
}

function adviceBefore(problem: Problem): string {
  if (problem.kind === 'key') return 'This service asks for its own key first: enter it under “Service key”.'
  return adviceAfter(problem, '')
}

function adviceAfter(problem: Problem, model: string): string {
  switch (problem.kind) {
    case 'key':
    case 'missing':
      return problem.message
    case 'wait':
      return `${problem.message} Try again in ${problem.seconds} s.`
    case 'lost':
      return 'The service cannot be reached. Check your network and try again.'
    case 'refused':
      return problem.lacks === null ? problem.message : adviceOn(problem.lacks, model)
  }
}

function adviceOn(lack: Lack, model: string): string {
  switch (lack) {
    case 'key':
      return 'OpenRouter refuses this key. Check that it is complete and not disabled, or create one at openrouter.ai/keys.'
    case 'credit':
      return 'OpenRouter accepts the key, but its account has no credit. Add some at openrouter.ai/credits, then try again.'
    case 'model':
      return `OpenRouter does not know ${voiceLabel(model).title}, so the key could not be tested.`
  }
}

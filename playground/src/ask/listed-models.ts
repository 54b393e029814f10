import { percent } from '../page/figures.ts'
import type { PanelFigures } from '../reliability/use-panel-figures.ts'
import type { Models } from './use-models.ts'

type Listed = Models['models'][number]

/** Every model that can be chosen: those that the service lists, and before them those that are chosen without being listed. */
export function choosableModels({ models }: Pick<Models, 'models'>, chosen: string[]): Listed[] {
  const unlisted = [...new Set(chosen)].filter((id) => models.every((model) => model.id !== id))
  return [...unlisted.map((id) => ({ id, name: null, context_length: null, pricing: null })), ...models]
}

/** The models whose id or name contains every word of a text. */
export function modelsMatching(models: Listed[], text: string): Listed[] {
  const words = text.toLowerCase().split(/\s+/)
  return models.filter(({ id, name }) => {
    const label = `${id} ${name ?? ''}`.toLowerCase()
    return words.every((word) => label.includes(word))
  })
}

/** The ids in a text that was typed. */
export function idsIn(text: string): string[] {
  return text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 0 })

/** What is known of a model: its price, its context and how often it was right. */
export function factsOf(
  { id, pricing, context_length: context, inputs }: Listed,
  figures: PanelFigures,
): string[] {
  const known = [...figures.values()].flatMap((found) => (typeof found === 'object' ? found.members : []))
  const right = known.find(({ model }) => model === id)
  return [
    pricing === null
      ? 'price unknown – set PRICES'
      : `$${pricing.prompt_usd_per_million} in, $${pricing.completion_usd_per_million} out${pricing.request_usd === 0 ? '' : `, $${pricing.request_usd} a call`}`,
    ...(context === null ? [] : [`${COMPACT.format(context)} context`]),
    ...(inputs?.includes('image') ? ['takes pictures'] : []),
    ...(right === undefined ? [] : [`${percent(right.accuracy)} right`]),
  ]
}

/** Those of some models that are known to take no pictures. */
export function withoutSight(ids: string[], { models }: Pick<Models, 'models'>): string[] {
  return ids.filter((id) => models.find((model) => model.id === id)?.inputs?.includes('image') === false)
}

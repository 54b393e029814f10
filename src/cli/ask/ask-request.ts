import type { EdgeClient, EdgeRequest } from '../../client/edge-client.ts'
import { UsageError } from '../failure.ts'
import type { Document } from './read-question.ts'

/** The options of `stretto ask` that say what is asked of whom. */
export interface AskOptions {
  models?: string[]
  panel?: string
  kind?: 'closed' | 'open' | 'draft'
  structure?: 'fugue' | 'sonata' | 'concert'
  criteria?: string
  budget?: number
  maxCalls?: number
  fresh?: boolean
}

interface Asked {
  query: string
  context: Document[]
}

/** The request that the options stand for; the models of a panel are those of the service. */
export async function requestFor(
  { query, context }: Asked,
  options: AskOptions,
  edge: Pick<EdgeClient, 'models'>,
): Promise<EdgeRequest> {
  const { kind, structure, criteria, budget, maxCalls } = options
  return {
    query,
    ...(options.panel === undefined
      ? options.models && { models: options.models }
      : await panelOf(options.panel, edge)),
    ...(context.length > 0 && { context }),
    ...(kind && { kind }),
    ...(structure && { structure }),
    ...(criteria !== undefined && { criteria }),
    ...(budget !== undefined && { max_cost_usd: budget }),
    ...(maxCalls !== undefined && { max_calls: maxCalls }),
    ...(options.fresh && { skip_cache: true }),
  }
}

async function panelOf(name: string, edge: Pick<EdgeClient, 'models'>): Promise<Partial<EdgeRequest>> {
  // The default panel, which is asked where none is named.
  if (name === 'auto') return {}
  const { panels } = await edge.models()
  const panel = panels.find((one) => one.name === name)
  if (panel !== undefined)
    return { models: panel.models, ...(panel.first === undefined ? {} : { first: panel.first }) }
  const known = panels.map((one) => one.name).join(', ')
  throw new UsageError(
    known === ''
      ? `There is no panel ${name}: the service has none. Name the models with --models, or panels in PANELS.`
      : `There is no panel ${name}. There are ${known}.`,
  )
}

import { refused } from '../contract/error-codes.ts'
import type { Attachment } from '../contract/message-content.ts'
import type { ModelCatalogue } from './model-catalogue.ts'
import type { PanelRun } from './panel-runner.ts'
import { withPrefix } from './provider-prefix.ts'

interface InputParts {
  catalogue: Pick<ModelCatalogue, 'inputsOf' | 'list'>
  /** The server that answers for a model. */
  serverOf: (model: PanelRun['models'][number]) => string
}

/** How many models are named that could be asked instead. */
const MOST_NAMED = 3

/** Rejects a run whose images or files no model of its panel takes, as far as their servers say; names some that would. */
export async function requireInputs(
  { models, background, step }: Pick<PanelRun, 'models' | 'background' | 'step'>,
  { catalogue, serverOf }: InputParts,
): Promise<void> {
  const said = step ? step.messages : background ? [background, ...background.history] : []
  const kinds = new Set(
    said.flatMap(({ attachments = [] }: { attachments?: Attachment[] }) =>
      attachments.map(({ kind }) => kind),
    ),
  )
  for (const kind of kinds) {
    const taken = await Promise.all(models.map((model) => catalogue.inputsOf(model, serverOf(model))))
    if (!taken.every((inputs) => inputs !== null && !inputs.includes(kind))) continue
    const server = serverOf(models[0]!)
    const able = ((await catalogue.list(server)) ?? []).filter(({ inputs }) => inputs?.includes(kind))
    const named = able.slice(0, MOST_NAMED).map(({ id }) => withPrefix(server, id))
    const hint = named.length === 0 ? '' : `, such as ${named.join(', ')}`
    const problem = `No model of the panel takes ${kind}s; ask models that do${hint}`
    throw refused('messages', problem, 'unsupported_value')
  }
}

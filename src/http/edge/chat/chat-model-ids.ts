import { StrettoError } from '../../../contract/error-codes.ts'
import { STRUCTURES, type StructureName } from '../../../contract/panel.ts'

/** A panel that the chat API offers as a model. */
export interface OfferedModel {
  id: string
  /** Absent for the default panel. */
  models?: string[]
  /** Absent to choose by the size of the panel. */
  structure?: StructureName
}

/** The models of the chat API: the default panel, with each structure, and the panels of the operator. */
export function offeredModels(panels: Map<string, string[]>): OfferedModel[] {
  return [
    { id: 'stretto/auto' },
    ...STRUCTURES.map((structure) => ({ id: `stretto/${structure}`, structure })),
    ...[...panels].map(([name, models]) => ({ id: `stretto/${name}`, models })),
  ]
}

/** The model with this id; throws not_found with the ids there are. */
export function offeredModel(id: string, offered: OfferedModel[]): OfferedModel {
  const found = offered.find((model) => model.id === id)
  if (found !== undefined) return found
  const ids = offered.map((model) => model.id).join(', ')
  throw new StrettoError(
    'not_found',
    `The model \`${id.slice(0, 200)}\` does not exist. Use one of ${ids}.`,
    {
      chatCode: 'model_not_found',
      details: [{ path: 'model', problem: 'does not exist' }],
    },
  )
}

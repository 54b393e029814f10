import type { AskFormState } from './ask-form-state.ts'
import type { SavedPanel } from './saved-panels.ts'
import type { Models } from './use-models.ts'

/** A panel that can be chosen. */
export interface OfferedPanel {
  /** Empty for the default panel. */
  name: string
  label: string
  models: string[]
  /** Those that are asked first; empty where all are asked at once. */
  first: string[]
}

/** The name for models that the reader chooses; no panel can have it. */
export const OWN = '*'

/** The default panel, and those that the operator has named. */
export function offeredPanels(models: Models | null): OfferedPanel[] {
  const standard = { name: '', label: 'Default', models: models?.default_models ?? [], first: [] }
  const named = (models?.panels ?? []).map(({ name, models: members, first = [] }) => ({
    name,
    label: name,
    models: members,
    first,
  }))
  return [standard, ...named]
}

const PRESETS = { cheap: 'Cheap', strong: 'Strong', local: 'Local' }

/** What can be chosen at once: those, what the service makes of what is connected, and what was saved in this browser. */
export function choosablePanels(models: Models | null, saved: SavedPanel[]): OfferedPanel[] {
  const others = [
    ...offeredPanels(models),
    ...saved.map(({ name, models: members }) => ({
      name: `saved/${name}`,
      label: name,
      models: members,
      first: [],
    })),
  ]
  const presets = (models?.presets ?? [])
    .filter((preset) => !others.some((panel) => isSame(panel.models.toSorted(), preset.models.toSorted())))
    .map((preset) => ({
      name: `preset/${preset.name}`,
      label: PRESETS[preset.name],
      models: preset.models,
      first: [],
    }))
  return others.toSpliced(1, 0, ...presets)
}

/** The panel that a form names: the default one, another that is offered, or models of the reader's choice. */
export function chosenPanel(
  { models, first }: Pick<AskFormState, 'models' | 'first'>,
  offered: OfferedPanel[],
): string {
  if (models.length === 0) return ''
  const named = offered.find(
    (panel) => panel.name !== '' && isSame(panel.models, models) && isSame(panel.first, first),
  )
  return named?.name ?? OWN
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((model, place) => model === other[place])
}

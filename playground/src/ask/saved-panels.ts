import { type Place, readJson, thisBrowser } from '../settings/storage.ts'

/** Models that were given a name in this browser. */
export interface SavedPanel {
  name: string
  models: string[]
}

const NAME = 'stretto.panels'

export function readSavedPanels(place: Place = thisBrowser): SavedPanel[] {
  return readJson(place, NAME, isPanels) ?? []
}

/** Keeps a panel, instead of an earlier one of that name; without models it is forgotten. Returns all of them. */
export function savePanel({ name, models }: SavedPanel, place: Place = thisBrowser): SavedPanel[] {
  const others = readSavedPanels(place).filter((panel) => panel.name !== name)
  const panels = models.length === 0 ? others : [...others, { name, models }]
  place.write(NAME, JSON.stringify(panels))
  return panels
}

function isPanels(value: unknown): value is SavedPanel[] {
  return (
    Array.isArray(value) &&
    value.every(
      (panel) =>
        typeof panel?.name === 'string' &&
        Array.isArray(panel.models) &&
        panel.models.every((model: unknown) => typeof model === 'string'),
    )
  )
}

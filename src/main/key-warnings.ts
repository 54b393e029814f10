import type { Settings } from '../config/settings.ts'
import { type ModelRouter, OFFLINE } from '../consensus/model-router.ts'
import { settingsFor } from '../consensus/require-models.ts'

/** Warnings about the panels of the settings with models that there is no key for; none where there is no key at all. */
export function keyWarnings({ DEFAULT_MODELS = [], PANELS }: Settings, router: ModelRouter): string[] {
  if (router.servers(null).length === 0) return []
  const { servedBy } = router.connect(null)
  const missingIn = (ids: string[], place: string, refused: string) => {
    const models = ids
      .map((model) => ({ provider: router.providerOf(model, null), model }))
      .filter((model) => servedBy(model) === OFFLINE)
    if (models.length === 0) return []
    const names = models.map(({ model }) => model).join(', ')
    return [
      `WARNING: there is no key for ${names} in ${place}: ${refused} are refused. Set ${settingsFor(models)}. GET /models lists the ids that can be asked.`,
    ]
  }
  return [
    ...missingIn(DEFAULT_MODELS, 'DEFAULT_MODELS', 'requests that name no models'),
    ...[...PANELS].flatMap(([name, { models }]) => missingIn(models, `the panel ${name}`, 'requests for it')),
  ]
}

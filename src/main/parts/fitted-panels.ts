import { type FittedPanelFile, readFittedPanels } from '../../adapters/assets/fitted-panel-files.ts'
import { calibrationFolder } from '../../config/settings.ts'
import { panelKey } from '../../consensus/fitted/fitted-reliability.ts'
import type { ModelRouter } from '../../consensus/model-router.ts'
import type { DefaultPanel } from './default-panel.ts'
import type { Runtime } from './runtime.ts'

/** What was fitted to labelled questions of panels, as it was when the service started. */
export type FittedPanels = ReturnType<typeof openFittedPanels>

/** Reads CALIBRATION_DIR. */
export function openFittedPanels({ settings }: Pick<Runtime, 'settings'>) {
  const { files, problems } = readFittedPanels(calibrationFolder(settings))
  return {
    panels: files.map(({ panel }) => panel),
    /** What the operator should know about these files at the start. */
    warningsFor(parts: { router: ModelRouter; defaultPanel: DefaultPanel }): string[] {
      const { PANELS } = settings
      const named = new Map([...PANELS].map(([name, { models }]) => [name, models]))
      named.set('auto', parts.defaultPanel.modelsFor(null))
      const keyOf = (ids: string[]) =>
        panelKey(ids.map((model) => ({ provider: parts.router.providerOf(model, null), model })))
      const known = [
        ...problems,
        ...files.flatMap((file) => mismatchOf(file, named, keyOf)),
        ...files.flatMap((file, place) => repetitionOf(file, files.slice(0, place), keyOf)),
      ]
      return known.map((problem) => `WARNING: ${problem}.`)
    },
  }
}

function mismatchOf(
  { path, name, panel }: FittedPanelFile,
  named: Map<string, string[]>,
  keyOf: (ids: string[]) => string,
): string[] {
  const models = named.get(name)
  if (models !== undefined && keyOf(models) === keyOf(panel.models)) return []
  const why =
    models === undefined
      ? `there is no panel ${name}`
      : `the panel ${name} has other models (${models.join(', ')})`
  return [`${path} is used only for requests that name its models (${panel.models.join(', ')}): ${why}`]
}

function repetitionOf(
  { path, panel }: FittedPanelFile,
  earlier: FittedPanelFile[],
  keyOf: (ids: string[]) => string,
): string[] {
  const other = earlier.find((file) => keyOf(file.panel.models) === keyOf(panel.models))
  return other === undefined ? [] : [`${path} is used instead of ${other.path}, which has the same models`]
}

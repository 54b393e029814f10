import { writeFittedPanel } from '../../adapters/assets/fitted-panel-files.ts'
import { calibrationFolder } from '../../config/settings.ts'
import type { Calibration } from '../../engine/index.ts'
import type { Answered } from '../../evaluation/answered.ts'
import { type CalibratedPanel, calibratePanel, isBetter } from '../../evaluation/calibrate/calibrate-panel.ts'
import { loadUserSettings } from '../../main/load-settings.ts'
import { wrap } from '../terminal/wrap.ts'
import { calibrationLines, whyNotStored } from './calibration-text.ts'

interface CalibrateOptions {
  /** The name of the panel. */
  name: string
  /** Whether what was fitted is stored even if it is not better. */
  force: boolean
  calibration: Calibration
  /** The width of what is printed. */
  columns: number
}

/** Fits the votes and the confidence of a panel to labelled questions, stores them if they are better, and returns the lines to print. */
export function calibrate(
  answered: Answered[],
  { name, force, calibration, columns }: CalibrateOptions,
): string[] {
  const panel = calibratePanel(answered, calibration)
  const lines = [...calibrationLines(panel, name, columns), '']
  if (!isBetter(panel) && !force) return [...lines, ...wrap(whyNotStored(panel), columns)]
  const path = writeFittedPanel(calibrationFolder(loadUserSettings()), name, storedForm(panel))
  return [...lines, `Stored: ${path}. The service uses it from its next start on.`]
}

function storedForm({ models, estimate, fitted, other }: CalibratedPanel) {
  return {
    stretto_calibration: 1 as const,
    models,
    fitted_at: new Date().toISOString(),
    ...estimate,
    figures: { fitted, other },
  }
}

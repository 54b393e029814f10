import { writeFittedPanel } from '../../adapters/assets/fitted-panel-files.ts'
import { calibrationFolder } from '../../config/settings.ts'
import type { Calibration } from '../../engine/index.ts'
import type { Answered } from '../../evaluation/answered.ts'
import { type CalibratedPanel, calibratePanel, isBetter } from '../../evaluation/calibrate/calibrate-panel.ts'
import { calibrationText, whyNotStored } from '../../evaluation/report/calibration-text.ts'
import { loadUserSettings } from '../../main/load-settings.ts'

interface CalibrateOptions {
  /** The name of the panel. */
  name: string
  /** Whether what was fitted is stored even if it is not better. */
  force: boolean
  calibration: Calibration
}

/** Fits the votes and the confidence of a panel to labelled questions, stores them if they are better, and returns what to print. */
export function calibrate(answered: Answered[], { name, force, calibration }: CalibrateOptions): string {
  const panel = calibratePanel(answered, calibration)
  const text = calibrationText(panel, name)
  if (!isBetter(panel) && !force) return `${text}\n${whyNotStored(panel)}`
  const path = writeFittedPanel(calibrationFolder(loadUserSettings()), name, storedForm(panel))
  return `${text}\nStored: ${path}. The service uses it from its next start on.\n`
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

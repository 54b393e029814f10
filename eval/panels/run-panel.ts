import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import { type PanelPorts, type PanelRequest, runPanel as run } from '../../src/evaluation/recorded/replay.ts'

const fitted = readMeasures()

/** Runs a panel through the engine with the shipped calibration unless told otherwise. */
export function runPanel(
  request: Omit<PanelRequest, keyof typeof fitted> & Partial<typeof fitted>,
  ports: PanelPorts,
) {
  return run({ ...fitted, ...request }, ports)
}

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxiomRecord, HIGHEST_LEVEL } from '../contract/axiom.ts'
import type { Calibration } from '../engine/confidence.ts'

/** The folder the project stands in, from its source or from its build. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** Every axiom in `data/axioms`; a line that is not one is named in the error. */
export function readAxioms(): AxiomRecord[] {
  const levels = Array.from({ length: HIGHEST_LEVEL }, (_, index) => index + 1)
  return levels.flatMap((level) => {
    const file = join(projectRoot(), 'data', 'axioms', `level-${level}.jsonl`)
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      if (line.trim() === '') return []
      const parsed = AxiomRecord.safeParse(JSON.parse(line))
      if (!parsed.success) throw new Error(`${file}, line ${index + 1}: ${parsed.error.issues[0]?.message}`)
      return [parsed.data]
    })
  })
}

/** The measured calibration of confidence in `data/calibration.json`. */
export function readCalibration(): Calibration {
  return JSON.parse(readFileSync(join(projectRoot(), 'data', 'calibration.json'), 'utf8'))
}

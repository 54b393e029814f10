import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { AxiomRecord, LEVELS } from '../contract/axiom.ts'
import type { Calibration } from '../engine/confidence.ts'

const CalibrationFile = z.object({
  version: z.string(),
  by_panel: z.record(z.string(), z.array(z.number().min(0).max(1))),
  answers: z.record(z.string(), z.array(z.int())),
  sets: z.record(z.string(), z.string()),
})

/** The folder the project stands in, from its source or from its build. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** Every axiom in `data/axioms`; a line that is not one is named in the error. */
export function readAxioms(): AxiomRecord[] {
  return LEVELS.flatMap((level) => {
    const file = join(projectRoot(), 'data', 'axioms', `level-${level}.jsonl`)
    const OfLevel = AxiomRecord.refine((axiom) => axiom.level === level, `is not of level ${level}`)
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      if (line.trim() === '') return []
      const parsed = OfLevel.safeParse(parseLine(line))
      if (!parsed.success) throw new Error(`${file}, line ${index + 1}: ${parsed.error.issues[0]?.message}`)
      return [parsed.data]
    })
  })
}

/** A line as JSON; what is none is left to the schema to refuse. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The measured calibration of confidence in `data/calibration.json`. */
export function readCalibration(): Calibration {
  return CalibrationFile.parse(
    JSON.parse(readFileSync(join(projectRoot(), 'data', 'calibration.json'), 'utf8')),
  )
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VerifierModel } from '../../cache/same-question/verifier-model.ts'
import { AxiomRecord, LEVELS } from '../../contract/axiom.ts'
import type { Calibration, TextChoice } from '../../engine/index.ts'
import { assetFolders } from './package-folder.ts'

/** The file of the question verifier: words grouped by their fitted number, such as {"2.3": "cost price"}. */
type SameQuestionFile = Omit<VerifierModel, 'words'> & {
  words: {
    rarest: number
    names: string
    rarity: Record<string, string>
    alone: Record<string, string>
    instead: Record<string, string>
  }
}

/** Reads every axiom in `axioms/statements`; an error names the line that is invalid. */
export function readAxioms(folder = assetFolders().axioms): AxiomRecord[] {
  return LEVELS.flatMap((level) => {
    const file = join(folder, `level-${level}.jsonl`)
    const OfLevel = AxiomRecord.refine((axiom) => axiom.level === level, `must have level ${level}`)
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      if (line.trim() === '') return []
      const parsed = OfLevel.safeParse(parseLine(line))
      if (!parsed.success) throw new Error(`${file}, line ${index + 1}: ${parsed.error.issues[0]?.message}`)
      return [parsed.data]
    })
  })
}

/** A line as JSON; invalid JSON is left for the schema to reject. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Reads the calibration of confidence from `data/calibration.json`. */
export function readCalibration(folder = assetFolders().data): Calibration {
  return readData(join(folder, 'calibration.json'))
}

/** Reads the fitted choice among texts from `data/text-choice.json`. */
export function readTextChoice(folder = assetFolders().data): TextChoice {
  return readData(join(folder, 'text-choice.json'))
}

/**
 * Reads everything that was fitted on recorded panels: how likely an answer is right given the first replies, and which
 * text of a panel is the best choice.
 */
export function readMeasures(folder = assetFolders().data) {
  return {
    calibration: readCalibration(folder),
    textChoice: readTextChoice(folder),
  }
}

/** Reads the fitted question verifier from `data/same-question.json`. */
export function readSameQuestion(folder = assetFolders().data): VerifierModel {
  const { words, ...model } = readData<SameQuestionFile>(join(folder, 'same-question.json'))
  const numbered = (lists: Record<string, string>, separator: string) =>
    new Map(
      Object.entries(lists).flatMap(([value, list]) =>
        list.split(separator).map((item) => [item, Number(value)] as const),
      ),
    )
  return {
    ...model,
    words: {
      rarest: words.rarest,
      rarity: numbered(words.rarity, ' '),
      names: new Set(words.names.split(' ')),
      alone: numbered(words.alone, ' '),
      instead: numbered(words.instead, ', '),
    },
  }
}

/** Content that was fitted here; its tests make sure that it fits its type and keeps the laws of confidence. */
function readData<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'))
}

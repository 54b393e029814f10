import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VerifierModel } from '../../cache/same-question/verifier-model.ts'
import { type AxiomRecord, LEVELS } from '../../contract/axiom.ts'
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

/** Reads every axiom in `axioms/statements`, which are files of one line for each. */
export function readAxioms(folder = assetFolders().axioms): AxiomRecord[] {
  return LEVELS.flatMap((level) => {
    const lines = readFileSync(join(folder, `level-${level}.jsonl`), 'utf8').split('\n')
    return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line))
  })
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

/** Content that was fitted here; tests make sure that it fits its type and keeps the laws of confidence. */
function readData<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'))
}

import { webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { VerifierModel } from '../../cache/same-question/verifier-model.ts'
import { type AxiomRecord, LEVELS } from '../../contract/axiom.ts'
import { StartError } from '../../contract/start-error.ts'
import type { Calibration, TextChoice } from '../../engine/index.ts'

export type AssetFolders = ReturnType<typeof assetFolders>

/** The folder of the package, which lies above its sources as well as above its build. */
export function packageFolder(): string {
  return fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../..' : '..', import.meta.url))
}

/** Where the data files and models lie in a folder that is laid out like the package. */
export function assetFolders(folder = packageFolder()) {
  return {
    data: join(folder, 'data'),
    axioms: join(folder, 'axioms', 'statements'),
    embedding: join(folder, 'models', 'embedding'),
    playground: join(folder, 'dist', 'playground'),
    docs: join(folder, 'dist', 'docs'),
    preparedAxioms: join(folder, 'dist', 'axioms.bin'),
  }
}

/** Reads a file, of those that lie together. */
export type ReadFile = (file: string) => Promise<Uint8Array<ArrayBuffer>>

/** The file of the question verifier: words grouped by their fitted number, such as {"2.3": "cost price"}. */
export type SameQuestionFile = Omit<VerifierModel, 'words'> & {
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

/** Reads everything that was fitted on recorded panels. */
export function readMeasures(folder = assetFolders().data) {
  return {
    calibration: readData<Calibration>(join(folder, 'calibration.json')),
    textChoice: readData<TextChoice>(join(folder, 'text-choice.json')),
  }
}

/** Reads the fitted question verifier from `data/same-question.json`. */
export function readSameQuestion(folder = assetFolders().data): VerifierModel {
  return verifierIn(readData<SameQuestionFile>(join(folder, 'same-question.json')))
}

/** The verifier as it is used. */
export function verifierIn({ words, ...model }: SameQuestionFile): VerifierModel {
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

/** Stops the start if the content of a file does not match its checksum, which another thread computes meanwhile. */
export async function verifyChecksum(file: string, content: Uint8Array, expected: string): Promise<void> {
  const found = Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('hex')
  if (found !== expected)
    throw new StartError(
      `${file} is damaged: its SHA-256 is ${found}, not ${expected}. Restore the file from the repository.`,
    )
}

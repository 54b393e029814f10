import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  type AxiomProblem,
  axiomCheckSteps,
  type CheckedAxioms,
  type TakenIds,
} from '../../axioms/check-axioms.ts'
import type { AxiomRecord } from '../../contract/axiom.ts'
import { inTurns } from '../../utils/in-turns.ts'
import { utf8In } from '../../utils/utf8.ts'

/** Larger files are not read: those with as many axioms as there can be are much smaller. */
const MOST_BYTES = 100_000_000

/** Reads every `*.jsonl` file in a folder, in the order of their names; there are no records unless all is in order. */
export async function readOwnAxioms(
  folder: string,
  taken: TakenIds,
): Promise<{ records: AxiomRecord[]; problems: AxiomProblem[] }> {
  const records: AxiomRecord[] = []
  const problems: AxiomProblem[] = []
  const ids = new Map(taken.ids)
  try {
    // Hidden files are not meant: editors and Kubernetes leave such beside the others.
    const isMeant = (name: string) => name.endsWith('.jsonl') && !name.startsWith('.')
    const names = (await readdir(folder)).filter(isMeant).sort()
    if (names.length === 0)
      problems.push({ file: folder, message: 'the folder has no files whose names end in .jsonl; add one' })
    for (const name of names) {
      const checked = await readAxiomFile(join(folder, name), { prefixes: taken.prefixes, ids })
      for (const [id, place] of checked.ids) ids.set(id, place)
      records.push(...checked.records)
      problems.push(...checked.problems)
    }
  } catch (error) {
    problems.push({ file: folder, message: `the folder cannot be read: ${reasonOf(error)}` })
  }
  return { records: problems.length === 0 ? records : [], problems }
}

/** Reads and checks one file; a file that cannot be read is a problem too. */
export async function readAxiomFile(file: string, taken: TakenIds): Promise<CheckedAxioms> {
  const refused = (message: string, line?: number): CheckedAxioms => ({
    records: [],
    ids: new Map(),
    problems: [{ file, ...(line !== undefined && { line }), message }],
  })
  try {
    const found = await stat(file)
    if (!found.isFile())
      return refused('this is not a file; remove it, or give it another ending than .jsonl')
    if (found.size > MOST_BYTES)
      return refused(`the file is larger than ${MOST_BYTES / 1_000_000} MB; write less into it`)
    const bytes = await readFile(file)
    const text = utf8In(bytes)
    if (text !== null) return await inTurns(axiomCheckSteps(text, file, taken), setImmediate)
    const hint = 'save the file in that encoding'
    return refused(`this line is not in UTF-8; ${hint}`, firstUndecodable(bytes))
  } catch (error) {
    return refused(`the file cannot be read: ${reasonOf(error)}`)
  }
}

function firstUndecodable(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, start)
    const next = end === -1 ? bytes.length : end + 1
    if (utf8In(bytes.subarray(start, next)) === null) return line
    start = next
  }
  return line
}

const LINE_FEED = 10

const WHY: Record<string, string> = {
  ENOENT: 'it does not exist; create it',
  ENOTDIR: 'it is not a folder; name the folder that the files are in',
  EACCES: 'this user is not allowed to read it; change its permissions',
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return WHY[code] ?? message
}

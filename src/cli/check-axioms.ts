import { statSync } from 'node:fs'
import { readAxioms } from '../adapters/assets/data-files.ts'
import { readAxiomFile, readOwnAxioms } from '../adapters/assets/own-axioms.ts'
import { problemLines, takenBy } from '../axioms/check-axioms.ts'
import { EXIT } from './exit-codes.ts'
import { harmless } from './terminal/harmless.ts'

/** Checks files and folders with axioms as the service does when it reads them, and prints what has to be changed. */
export async function checkAxioms(files: string[]): Promise<number> {
  const { prefixes, ids } = takenBy(readAxioms())
  const taken = new Map(ids)
  const problems = []
  let count = 0
  for (const file of files) {
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
    const checked = isFolder
      ? { ids: [], ...(await readOwnAxioms(file, { prefixes, ids: taken })) }
      : await readAxiomFile(file, { prefixes, ids: taken })
    for (const [id, place] of checked.ids) taken.set(id, place)
    count += checked.records.length
    problems.push(...checked.problems)
  }
  const words = count === 1 ? '1 axiom is in order.' : `${count} axioms are in order.`
  process.stdout.write(`${[...problemLines(problems), words].map(harmless).join('\n')}\n`)
  return problems.length === 0 ? EXIT.consensus : EXIT.failed
}

import { statSync } from 'node:fs'
import { readAxioms } from '../adapters/assets/data-files.ts'
import { readAxiomFile, readOwnAxioms } from '../adapters/assets/own-axioms.ts'
import { problemLines, takenBy } from '../axioms/check-axioms.ts'
import type { AxiomQuery } from '../client/edge-client.ts'
import { EXIT } from './exit-codes.ts'
import { type ConnectionOptions, using } from './open-client.ts'
import { wrapAfter } from './terminal/columns.ts'
import { harmless, harmlessJson, oneLine } from './terminal/harmless.ts'
import { pageOn, print } from './terminal/page.ts'

type SearchOptions = ConnectionOptions & Omit<AxiomQuery, 'q' | 'topK'> & { top?: number; json?: boolean }

/** Prints the axioms that are closest to a text. */
export async function searchAxioms(q: string, options: SearchOptions): Promise<void> {
  const { top, minScore, levels, json } = options
  const found = await using(options, ({ edge }) => edge.searchAxioms({ q, topK: top, minScore, levels }))
  if (json) return print([harmlessJson(found)])
  if (found.axioms.length === 0) return print(['Nothing was found; try --min-score 0.3.'])
  const { columns, style } = pageOn(process.stdout)
  for (const { id, axiom, levelName, domain, relevance } of found.axioms) {
    const title = `${id}  ${relevance.toFixed(2)}  ${levelName}, ${oneLine(domain)}`
    print(wrapAfter('', title, columns, 2).map((line) => style('bold', line)))
    print(wrapAfter('  ', oneLine(axiom), columns))
  }
}

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
  print([...problemLines(problems), words].map(harmless))
  return problems.length === 0 ? EXIT.consensus : EXIT.failed
}

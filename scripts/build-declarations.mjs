// Writes the declarations of the entry points of the package, each with all the types its entry point mentions and no others.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateDtsBundle } from 'dts-bundle-generator'
import { TypesUsageEvaluator } from 'dts-bundle-generator/dist/types-usage-evaluator.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const ENTRIES = {
  index: 'library/index',
  engine: 'library/engine',
  contract: 'library/contract',
  client: 'client/index',
}

// Asked whether one symbol is used by another, it walks over all of them each time, which takes most of the time of a
// bundle. Here it walks once for each symbol.
TypesUsageEvaluator.prototype.isSymbolUsedBySymbol = function (symbol, by) {
  this.usersOf ??= new Map()
  const from = this.getActualSymbol(symbol)
  const users = this.usersOf.get(from) ?? new Set([from])
  if (!this.usersOf.has(from))
    for (const user of users) for (const next of this.getSymbolsUsingSymbol(user) ?? []) users.add(next)
  this.usersOf.set(from, users)
  return users.has(this.getActualSymbol(by))
}

const declarations = generateDtsBundle(
  Object.values(ENTRIES).map((source) => ({
    filePath: `${root}src/${source}.ts`,
    output: { noBanner: true, exportReferencedTypes: false },
    // Types of Node would oblige every user of the library to install them.
    libraries: { importedLibraries: ['zod'], allowedTypesLibraries: [] },
  })),
  { preferredConfigPath: `${root}scripts/tsconfig.declarations.json` },
)
for (const [place, entry] of Object.keys(ENTRIES).entries())
  writeFileSync(`${root}dist/${entry}.d.ts`, declarations[place])

// Writes dist/engine.d.ts, dist/contract.d.ts and dist/client.d.ts, each with all the types its entry point mentions and no others.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateDtsBundle } from 'dts-bundle-generator'

const root = fileURLToPath(new URL('..', import.meta.url))
const ENTRIES = { engine: 'library/engine', contract: 'library/contract', client: 'client/index' }

const declarations = generateDtsBundle(
  Object.values(ENTRIES).map((source) => ({
    filePath: `${root}src/${source}.ts`,
    output: { noBanner: true, exportReferencedTypes: false },
    // Types of Node would oblige every user of the library to install them.
    libraries: { importedLibraries: ['zod'], allowedTypesLibraries: [] },
  })),
  { preferredConfigPath: `${root}tsconfig.json` },
)
for (const [place, entry] of Object.keys(ENTRIES).entries())
  writeFileSync(`${root}dist/${entry}.d.ts`, declarations[place])

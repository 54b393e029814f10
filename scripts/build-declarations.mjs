// Writes dist/engine.d.ts and dist/contract.d.ts, each with all the types its entry point mentions and no others.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateDtsBundle } from 'dts-bundle-generator'

const root = fileURLToPath(new URL('..', import.meta.url))
const ENTRIES = ['engine', 'contract']

const declarations = generateDtsBundle(
  ENTRIES.map((entry) => ({
    filePath: `${root}src/library/${entry}.ts`,
    output: { noBanner: true, exportReferencedTypes: false },
    // Types of Node would oblige every user of the library to install them.
    libraries: { importedLibraries: ['zod'], allowedTypesLibraries: [] },
  })),
  { preferredConfigPath: `${root}tsconfig.json` },
)
for (const [place, text] of declarations.entries()) writeFileSync(`${root}dist/${ENTRIES[place]}.d.ts`, text)

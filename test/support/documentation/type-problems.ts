import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../installed-package.ts'
import { typeProblems } from '../type-check.ts'
import type { MarkdownBlock } from './markdown-blocks.ts'

/** What the type checker has against programs of the documentation, which are written to a folder for it. */
export function problemsOfPrograms(blocks: MarkdownBlock[], folder: string): string[] {
  const files = blocks.map(({ code, file, line }) => {
    const name = `${file.replaceAll('/', '-')}-${line}.ts`
    writeFileSync(join(folder, name), `${code}\nexport {}\n`)
    return name
  })
  const problems = typeProblems(folder, files, {
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2023', 'DOM'],
    types: ['node'],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    paths: { 'stretto/client': [join(ROOT, 'src/client/index.ts')] },
  })
  // Not the client itself, which `npm run check` checks.
  return problems.filter((problem) => !problem.includes('src/client/'))
}

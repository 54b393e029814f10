import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../installed-package.ts'
import type { MarkdownBlock } from './markdown-blocks.ts'

/** What the type checker has against programs of the documentation, which are written to a folder for it. */
export function typeProblems(blocks: MarkdownBlock[], folder: string): string[] {
  const files = blocks.map(({ code }, index) => {
    const file = join(folder, `typed-${index}.ts`)
    writeFileSync(file, `${code}\nexport {}\n`)
    return file
  })
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    paths: { 'stretto/client': [join(ROOT, 'src/client/index.ts')] },
  })
  // Not the client itself, which `npm run check` checks.
  const problems = files.flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))
  return problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

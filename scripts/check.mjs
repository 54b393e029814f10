// `npm run check`: everything a machine can say about the source, each with its own verdict.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const tool = (path) => [process.execPath, `${root}node_modules/${path}`]

const CHECKS = [
  ['lint and format', [...tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
  ['types', [...tool('typescript/bin/tsc'), '--noEmit']],
  [
    'layers',
    [
      ...tool('dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['src', 'eval', 'bench', 'attack', 'axioms', 'scripts', 'test'],
      ...['--config', '.dependency-cruiser.cjs'],
    ],
  ],
  ['unused code', [...tool('knip/bin/knip.js')]],
  ['file sizes', [process.execPath, `${root}scripts/check-file-sizes.mjs`]],
  ['regular expressions', [...tool('tsx/dist/cli.mjs'), `${root}scripts/check-expressions.ts`]],
  ['OpenAPI documents', [...tool('tsx/dist/cli.mjs'), `${root}scripts/check-openapi.ts`]],
  ['axioms', [...tool('tsx/dist/cli.mjs'), `${root}axioms/check.ts`]],
]

const failed = CHECKS.filter(([name, [command, ...args]]) => {
  process.stdout.write(`\n— ${name}\n`)
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0
})
process.stdout.write(
  failed.length === 0 ? '\nAll checks passed.\n' : `\nFailed: ${failed.map(([name]) => name).join(', ')}\n`,
)
process.exit(failed.length === 0 ? 0 : 1)

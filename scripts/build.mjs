// Bundles the service into dist/main.js, and the thread of the reader of claims next to it; packages are not bundled but
// loaded from node_modules.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

rmSync(`${root}dist`, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: {
    main: 'src/main/main.ts',
    'support-worker': 'src/adapters/support-reader/support-worker.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
})

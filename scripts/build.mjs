// Bundles the command line with the service (dist/cli.js) and the library (dist/index.js, dist/engine.js, dist/contract.js); packages are not bundled but
// loaded from node_modules. The client (dist/client.js) is one file that imports nothing.
// The playground (dist/playground) is a page with all it needs, and so is the documentation of the
// APIs (dist/docs). dist/axioms.bin is computed from the axioms.
import { rmSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { buildDocs } from './build-docs.mjs'
import { buildPlayground } from './build-playground.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

rmSync(`${root}dist`, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: {
    cli: 'src/cli/cli.ts',
    index: 'src/library/index.ts',
    engine: 'src/library/engine.ts',
    contract: 'src/library/contract.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  packages: 'external',
  // Built in, because its seventy modules would take time at every start; the copy of the exporters shares its state.
  alias: { '@opentelemetry/api': './node_modules/@opentelemetry/api/build/esm/index.js' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
})
await build({
  absWorkingDir: root,
  entryPoints: { client: 'src/client/index.ts' },
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  sourcemap: true,
  logLevel: 'warning',
})
// What runs programs of unknown origin: each a process that may read its own file only, so all that it needs is in it.
await build({
  absWorkingDir: root,
  entryPoints: {
    'sandbox-python': 'src/adapters/sandbox/child/python.ts',
    'sandbox-javascript': 'src/adapters/sandbox/child/javascript.ts',
    'sandbox-sql': 'src/adapters/sandbox/child/sql.ts',
  },
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  loader: { '.wasm': 'binary', '.py': 'text' },
  logLevel: 'warning',
})
await buildPlayground()
buildDocs()

// What takes the service seconds to compute from its axioms.
const preparing = `${root}dist/prepare-axioms.js`
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/prepare-axioms.ts'],
  outfile: preparing,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
})
await import(pathToFileURL(preparing).href)
rmSync(preparing)

// Bundles code for workerd, the runtime of workers.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { kernelsAsModules } from './kernels.mjs'
import { withoutNodeParts } from './left-out.mjs'
import { fullNodeNames } from './node-modules.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What the platform provides itself. */
const PROVIDED = ['node:*', 'cloudflare:*']

/**
 * What a worker consists of: the bundle, the modules beside it and its source map, by name; and what esbuild says of its
 * parts. `entry` is a path in the repository.
 */
export async function bundleWorker(entry) {
  const modules = new Map()
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: 'worker.js',
    bundle: true,
    write: false,
    metafile: true,
    external: PROVIDED,
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    minify: true,
    sourcemap: 'external',
    alias: { '@opentelemetry/api': './node_modules/@opentelemetry/api/build/esm/index.js' },
    plugins: [kernelsAsModules(modules), withoutNodeParts, fullNodeNames],
    logLevel: 'warning',
  })
  const made = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).contents
  return { code: made('worker.js'), map: made('worker.js.map'), modules, metafile }
}

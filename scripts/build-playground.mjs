// Builds the playground (dist/playground): one page, its script and style under names with content hashes, and each file
// compressed beside it, so that the service compresses nothing while it serves.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const outDir = join(root, 'dist/playground')

/** Builds the page. */
export async function buildPlayground() {
  await build({
    configFile: false,
    root: join(root, 'playground'),
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: '',
      assetsInlineLimit: 0,
      target: 'es2022',
      // The first browsers with light-dark().
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: { polyfill: false },
      license: { fileName: 'licences.md' },
    },
    experimental: {
      // The page is at /playground, without a slash, possibly behind a proxy that adds a path in front.
      renderBuiltUrl: (file, { hostType }) =>
        hostType === 'html' ? `playground/${file}` : { relative: true },
    },
  })
  for (const name of readdirSync(outDir)) compress(join(outDir, name))
}

function compress(file) {
  const bytes = readFileSync(file)
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: size }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

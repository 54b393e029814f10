// Builds the playground (dist/playground): one page, its script and style under names with content hashes.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
      // What reads PDFs is that large, and loaded for them only.
      chunkSizeWarningLimit: 2000,
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
}

// Packages name the modules of Node without `node:`, and those in CommonJS require them; workers import them, by their full names.
import { builtinModules } from 'node:module'

const NAMES = new RegExp(`^(?:${builtinModules.join('|')})$`)

/** A plugin of esbuild. */
export const fullNodeNames = {
  name: 'full-node-names',
  setup(build) {
    build.onResolve({ filter: NAMES }, ({ path }) => ({ path, namespace: 'node-modules' }))
    build.onLoad({ filter: /./, namespace: 'node-modules' }, ({ path }) => ({
      contents: `export * from 'node:${path}'\nexport { default } from 'node:${path}'`,
      loader: 'js',
    }))
  },
}

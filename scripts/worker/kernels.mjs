// A worker may not compile WebAssembly from bytes. So a bundle for workers takes each kernel from a module beside it.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

const CODE = /[/\\]((?:index-)?kernel)-code\.ts$/
const BASE64 = /KERNEL =\s*'([^']+)'/

/** A plugin of esbuild; `files` receives the modules, by name, that must lie beside the bundle. */
export function kernelsAsModules(files) {
  return {
    name: 'kernels-as-modules',
    setup(build) {
      build.onLoad({ filter: CODE }, async ({ path }) => {
        const [, base64] = BASE64.exec(await readFile(path, 'utf8'))
        const name = `${CODE.exec(path)[1]}.wasm`
        files.set(name, Buffer.from(base64, 'base64'))
        return {
          contents: `import kernel from './${name}'\nexport const compileKernel = () => kernel`,
          loader: 'js',
          resolveDir: basename(path),
        }
      })
      build.onResolve({ filter: /^\.\/(?:index-)?kernel\.wasm$/ }, ({ path }) => ({ path, external: true }))
    },
  }
}

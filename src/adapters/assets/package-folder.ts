import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folders of the data files and models. */
export interface AssetFolders {
  data: string
  axioms: string
  embedding: string
  playground: string
  /** The file of what the build has computed from the axioms. */
  preparedAxioms: string
}

/** The folder of the package, which lies above its sources as well as above its build. */
function packageFolder(): string {
  return fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../..' : '..', import.meta.url))
}

/** Where the data files and models lie in a folder that is laid out like the package. */
export function assetFolders(folder = packageFolder()): AssetFolders {
  return {
    data: join(folder, 'data'),
    axioms: join(folder, 'axioms', 'statements'),
    embedding: join(folder, 'models', 'embedding'),
    playground: join(folder, 'dist', 'playground'),
    preparedAxioms: join(folder, 'dist', 'axioms.bin'),
  }
}

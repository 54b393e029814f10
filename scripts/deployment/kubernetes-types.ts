import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './files.ts'

/** Where the type of each kind is declared. */
const DECLARED: Record<string, string> = {
  'v1 Namespace': 'v1/Namespace',
  'v1 ServiceAccount': 'v1/ServiceAccount',
  'v1 ConfigMap': 'v1/ConfigMap',
  'v1 Secret': 'v1/Secret',
  'v1 Service': 'v1/Service',
  'apps/v1 Deployment': 'apps/v1/Deployment',
  'policy/v1 PodDisruptionBudget': 'policy/v1/PodDisruptionBudget',
  'networking.k8s.io/v1 NetworkPolicy': 'networking.k8s.io/v1/NetworkPolicy',
}

/** A Kubernetes object. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

/**
 * What the types of Kubernetes say against manifests. Each is checked by the compiler as a literal of its type, which
 * finds misspelt fields as well; the published schemas let those pass.
 */
export function checkTypes(manifests: Array<{ path: string; content: Manifest }>): string[] {
  const unknown = manifests.filter(({ content }) => DECLARED[kindOf(content)] === undefined)
  if (unknown.length > 0)
    return unknown.map(({ path, content }) => `${path}: ${kindOf(content)} is no known kind`)
  // One line for each manifest, so that the line of a complaint tells which it is about.
  const source = manifests
    .map(({ content }) => {
      const type = `import('kubernetes-models/${DECLARED[kindOf(content)]}').I${content.kind}`
      return `(${JSON.stringify(content)}) satisfies ${type};`
    })
    .join('\n')
  return complaints(source).map(({ line, message }) => `${manifests[line]!.path}: ${message}`)
}

const kindOf = ({ apiVersion, kind }: Manifest) => `${apiVersion} ${kind}`

/** Compiles a text as if it were a file of the project. */
function complaints(source: string): Array<{ line: number; message: string }> {
  const name = join(ROOT, 'scripts/deployment/manifests.generated.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    // Without that of browsers, which takes longest to read.
    lib: ['lib.es2022.d.ts'],
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (path) => path === name || fileExists(path)
  host.getSourceFile = (path, ...rest) =>
    path === name ? ts.createSourceFile(path, source, ts.ScriptTarget.ES2022) : getSourceFile(path, ...rest)
  const program = ts.createProgram([name], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => ({
    line: file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line,
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
  }))
}

// What a bundle for workers must not contain, because it cannot run there or weighs too much.

/** Parts of a package that are replaced, because its entry imports them although the service uses them on Node only. */
const REPLACED = [
  [/prom-client[/\\]lib[/\\](?:cluster|pushgateway)\.js$/, 'module.exports = class {}'],
  // It measures the process.
  [/prom-client[/\\]lib[/\\]defaultMetrics\.js$/, 'module.exports = () => {}'],
]

const FORBIDDEN = [
  /node_modules\/(?:libsql|@libsql|pg|pg-[^/]+|pino|pino-[^/]+|undici|@hono\/node-server|commander|string-width|wrap-ansi)\//,
  /node_modules\/@opentelemetry\/(?!api\/)/,
  /^src\/(?:cli|library|evaluation)\//,
  /^src\/adapters\/(?:sandbox|postgres)\//,
  /^src\/adapters\/telemetry\/(?:otlp-tracing|pino-log)\.ts$/,
]

/** A plugin of esbuild. */
export const withoutNodeParts = {
  name: 'without-node-parts',
  setup(build) {
    for (const [filter, contents] of REPLACED) build.onLoad({ filter }, () => ({ contents, loader: 'js' }))
  },
}

/** What is in a bundle and must not be, each with the imports that led to it. */
export function forbiddenIn({ inputs, outputs }, entry) {
  const included = new Set(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)))
  const importerOf = new Map([[entry, null]])
  // The map grows while it is read: this walks through all that is reached, the nearest first.
  for (const [file] of importerOf)
    for (const { path } of inputs[file]?.imports ?? []) if (!importerOf.has(path)) importerOf.set(path, file)
  const chainTo = (file) => {
    const chain = []
    for (let at = file; at; at = importerOf.get(at)) chain.unshift(at)
    return chain.join(' → ')
  }
  // The first file of a package or folder says enough.
  const first = new Map()
  for (const file of importerOf.keys())
    for (const pattern of FORBIDDEN) {
      const [part] = pattern.exec(file) ?? []
      if (part !== undefined && included.has(file) && !first.has(part)) first.set(part, file)
    }
  return [...first.values()].map(chainTo)
}

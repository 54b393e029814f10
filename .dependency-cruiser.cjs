/** Layers point one way: cli → main → http → tasks → consensus → engine, axioms, cache → language, vectors → transformer, utils, contract. */
const layer = (name) => `^src/${name}/`
const BELOW_THE_ENGINE = 'language|vectors|transformer|utils|contract'
const OUTSIDE_THE_PORTABLE_PART = '^src/(adapters|cli|config|library|main|worker)/|\\.test\\.ts$'

/** A folder may import itself and the folders and files named, and nothing else of the source. */
const mayImport = (folder, others, files = 'none') => ({
  name: `${folder.replaceAll('/', '-')}-imports`,
  severity: 'error',
  from: { path: layer(folder), pathNot: '\\.test\\.ts$' },
  to: {
    path: '^src/',
    pathNot: `^src/((${[folder, ...others.split('|').filter(Boolean)].join('|')})/|(${files})$)`,
  },
})

/** The rooms of the engine, from the top down: each may import those after it. */
const ROOMS = ['conclude', 'hearing', 'reader', 'prompt', 'measure', 'reading', 'panel']

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    mayImport('contract', ''),
    mayImport('utils', ''),
    mayImport('transformer', ''),
    mayImport('vectors', 'transformer|utils|contract'),
    mayImport('language', 'utils|contract'),
    mayImport('engine', BELOW_THE_ENGINE),
    ...ROOMS.map((room, index) =>
      mayImport(
        `engine/${room}`,
        `${ROOMS.slice(index + 1)
          .map((lower) => `engine/${lower}`)
          .join('|')}|${BELOW_THE_ENGINE}`,
        'engine/deliberation\\.ts',
      ),
    ),
    mayImport('axioms', `engine|${BELOW_THE_ENGINE}`),
    mayImport('cache', `${BELOW_THE_ENGINE}`),
    mayImport('consensus', `cache|engine|${BELOW_THE_ENGINE}`),
    mayImport('tasks', `consensus|engine|${BELOW_THE_ENGINE}`),
    mayImport('http', `mcp|tasks|consensus|cache|axioms|engine|${BELOW_THE_ENGINE}`),
    mayImport('evaluation', `client|consensus|engine|${BELOW_THE_ENGINE}`),
    mayImport('config', 'contract'),
    mayImport('client', 'contract'),
    mayImport('mcp', 'client|contract|utils'),
    {
      name: 'the-client-depends-on-nothing',
      comment:
        'Types are erased, and the small parser of events is built in: the client runs in browsers and edge runtimes as one file.',
      severity: 'error',
      from: { path: layer('client'), pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: `${layer('client')}|node_modules/eventsource-parser/`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-playground-imports-the-client-and-types',
      comment: 'What it imports is sent to browsers; schemas would bring a whole library with them.',
      severity: 'error',
      from: { path: '^playground/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(src|test|eval|bench|attack|axioms|scripts)/',
        pathNot:
          '^src/(client/|contract/(limits|level-names|progress-in-words|trust-in-words|usual-calls)\\.ts$|utils/(decode-entities|passes|read-markdown|read-maths)\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    mayImport('cli', 'main|mcp|evaluation|adapters|client|config|consensus|engine|axioms|utils|contract'),
    mayImport('worker', `main|adapters|http|tasks|cache|consensus|config|axioms|engine|${BELOW_THE_ENGINE}`),
    mayImport('library', `adapters|client|consensus|axioms|engine|${BELOW_THE_ENGINE}`),
    mayImport('worker', `main|adapters|config|http|tasks|consensus|cache|axioms|engine|${BELOW_THE_ENGINE}`),
    mayImport('adapters', `http|tasks|consensus|cache|axioms|engine|${BELOW_THE_ENGINE}`),
    {
      name: 'engine-is-entered-at-its-index',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/|\\.test\\.ts$' },
      to: { path: layer('engine'), pathNot: '^src/engine/index\\.ts$' },
    },
    {
      name: 'no-node-in-the-portable-part',
      comment: 'So that the edge API can run on an edge runtime as it is.',
      severity: 'error',
      from: { path: '^src/', pathNot: OUTSIDE_THE_PORTABLE_PART },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'portable-part-uses-portable-packages',
      comment: 'Everything outside the adapters may use these packages and no others; types are erased.',
      severity: 'error',
      from: { path: '^src/', pathNot: OUTSIDE_THE_PORTABLE_PART },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional'],
        dependencyTypesNot: ['type-only'],
        pathNot:
          'node_modules/(hono|@hono/zod-openapi|zod|@cfworker/json-schema|eventsource-parser|fraction\\.js|lru-cache|marked|@modelcontextprotocol/server|@opentelemetry/api)/',
      },
    },
    {
      name: 'the-service-needs-no-tools',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|playground|eval|bench|attack|axioms|scripts)/' },
    },
    {
      name: 'no-unknown-modules',
      comment:
        'Except the build, which a fresh clone does not have yet, and what the platform of workers provides.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: 'dist/cli\\.js$|^cloudflare:workers$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
}

/** Layers point one way: main → http → tasks → consensus → cache, axioms → engine, vectors → contract. */
const layer = (name) => `^src/${name}/`

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: layer('contract') },
      to: { path: '^src/', pathNot: layer('contract') },
    },
    {
      name: 'vectors-know-nothing-above',
      severity: 'error',
      from: { path: layer('vectors') },
      to: { path: '^src/', pathNot: '^src/(vectors|contract)/' },
    },
    {
      name: 'engine-knows-contract-alone',
      severity: 'error',
      from: { path: layer('engine') },
      to: { path: '^src/', pathNot: '^src/(engine|contract)/' },
    },
    ...[
      ['axioms', ''],
      ['cache', ''],
      ['consensus', '|cache'],
      ['tasks', '|consensus'],
    ].map(([name, others]) => ({
      name: `${name}-knows-engine-and-below`,
      severity: 'error',
      from: { path: layer(name), pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: `^src/(${name}${others}|engine|vectors|contract)/` },
    })),
    {
      name: 'http-knows-services-and-below',
      severity: 'error',
      from: { path: layer('http') },
      to: { path: '^src/(adapters|config|main)/' },
    },
    {
      name: 'only-main-imports-adapters-and-config',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|adapters|config)/|\\.test\\.ts$' },
      to: { path: '^src/(adapters|config|main)/' },
    },
    {
      name: 'nobody-imports-main',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main/' },
      to: { path: layer('main') },
    },
    {
      name: 'no-node-in-the-portable-part',
      comment: 'So that the edge API can run on an edge runtime as it is.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(adapters|config|main)/|\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'portable-part-uses-portable-packages',
      comment: 'Everything outside the adapters may use these packages and no others.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(adapters|config|main)/|\\.test\\.ts$' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional'],
        pathNot: 'node_modules/(hono|@hono/zod-openapi|zod)/',
      },
    },
    { name: 'no-unknown-modules', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
}

/** Checks the OpenAPI documents of both APIs, with and without keys, with Redocly and Spectral. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAssets } from '../src/main/parts/node-parts.ts'
import { openService } from './open-service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const KEYS = { API_KEYS: 'reader:a-key-for-reading', LOCAL_AUTH: 'on', EMBEDDINGS_AUTH: 'on' }

const folder = mkdtempSync(join(tmpdir(), 'stretto-openapi-'))
const documents: string[] = []
const assets = await readAssets()
// Few axioms, because embedding all takes longest and none is in a document.
const few = { ...assets, axioms: assets.axioms.slice(0, 10) }
for (const [name, environment] of [
  ['open', {}],
  ['with-keys', KEYS],
] as const) {
  const service = await openService(environment, few)
  for (const api of ['edge', 'local'] as const) {
    const document = await (await service[api].request('/openapi.json')).json()
    const path = join(folder, `${api}-${name}.json`)
    writeFileSync(path, JSON.stringify(document, null, 2))
    documents.push(path)
  }
  await service.stop()
}

// Neither tool may send telemetry or check for updates.
const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const failed = [
  ['@redocly/cli/bin/cli.js', 'lint', '--config', 'redocly.yaml', '--format', 'stylish'],
  ['@stoplight/spectral-cli/dist/index.js', 'lint', '--ruleset', '.spectral.yaml', '--fail-severity', 'hint'],
].filter(([linter, ...options]) => {
  const command = [join(root, 'node_modules', linter!), ...options, ...documents]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  })
  if (status !== 0) console.log(`${stdout}${stderr}`)
  return status !== 0
})
rmSync(folder, { recursive: true })
console.log(
  failed.length === 0
    ? 'Redocly and Spectral found no problems.'
    : 'The OpenAPI documents have problems: see above.',
)
process.exit(failed.length === 0 ? 0 : 1)

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../src/contract/start-error.ts'
import { readWorkerSettings } from '../../src/worker/worker-settings.ts'
import { ROOT, readText } from './files.ts'
import { unknownSettings } from './known-names.ts'
import { readWorkerConfig, WORKER_CONFIG, type WorkerConfig } from './worker-config.ts'

const FOLDER = 'deploy/cloudflare'
/** What are no settings of the service. */
const HOST_NAMES = ['EDGE_HOST', 'TASKS_HOST']
/** The longest value that the platform takes. */
const LONGEST_BYTES = 5 * 1024
const ENTRY = 'src/worker/worker.ts'

/** What is wrong with the configuration of the worker. */
export function checkWorker(config: WorkerConfig = readWorkerConfig(), entry = readText(ENTRY)): string[] {
  return [
    ...checkVariables(config),
    ...checkClasses(config, entry),
    ...checkPlaces(config),
    ...checkLock(),
  ].map((problem) => `${WORKER_CONFIG}: ${problem}`)
}

function checkVariables({ vars, routes }: WorkerConfig): string[] {
  const hosts = HOST_NAMES.map((name) => vars[name])
  const names = Object.keys(vars).filter((name) => !HOST_NAMES.includes(name))
  return [
    ...unknownSettings(names).map((name) => `${name} is no setting`),
    ...refused(vars),
    ...Object.entries(vars)
      .filter(([, value]) => Buffer.byteLength(value) > LONGEST_BYTES)
      .map(([name]) => `${name} is longer than the ${LONGEST_BYTES} bytes of the platform`),
    ...names
      .filter((name) => /_API_KEY$|^API_KEYS$/.test(name))
      .map((name) => `${name} must be a secret: vars are readable in the dashboard and in this file`),
    routes.map(({ pattern }) => pattern).join() === hosts.join()
      ? ''
      : 'the routes must be the hosts of EDGE_HOST and TASKS_HOST, in this order',
  ].filter(Boolean)
}

function refused(vars: Record<string, string>): string[] {
  try {
    readWorkerSettings(vars)
    return []
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n')
    throw error
  }
}

/** Every class of objects is bound, created with SQLite and exported by the worker. */
function checkClasses({ durable_objects, migrations }: WorkerConfig, entry: string): string[] {
  const bound = durable_objects.bindings.map(({ class_name }) => class_name)
  const created = migrations.flatMap(({ new_sqlite_classes }) => new_sqlite_classes)
  const exported = [...entry.matchAll(/^export (?:class|(?:abstract )?const|\{)\s*([^\n]*)/gm)].flatMap(
    ([, names]) => names!.match(/\w+/g) ?? [],
  )
  return [
    ...bound
      .filter((name) => !created.includes(name))
      .map((name) => `no migration creates the class ${name}`),
    ...created.filter((name) => !bound.includes(name)).map((name) => `nothing is bound to the class ${name}`),
    ...bound.filter((name) => !exported.includes(name)).map((name) => `${ENTRY} exports no class ${name}`),
  ]
}

/** The build writes to these places, and the worker alone serves its assets: some are not for everybody. */
function checkPlaces({ main, base_dir, assets, compatibility_flags }: WorkerConfig): string[] {
  const builder = readText('scripts/build-worker.mjs')
  const missing = [base_dir, assets.directory]
    .map((path) => join(FOLDER, path))
    .filter((path) => !path.startsWith('dist/worker/') || !builder.includes(`/${path.split('/').at(-1)}\``))
  return [
    ...missing.map((path) => `the build does not write ${path}`),
    main === `${base_dir}/worker.js` ? '' : `main must be ${base_dir}/worker.js`,
    assets.run_worker_first ? '' : 'run_worker_first must be true',
    assets.html_handling === 'none' && assets.not_found_handling === 'none'
      ? ''
      : 'assets must be read under their own names',
    ...['nodejs_compat', 'enable_request_signal']
      .filter((flag) => !compatibility_flags.includes(flag))
      .map((flag) => `the flag ${flag} is missing`),
  ].filter(Boolean)
}

function checkLock(): string[] {
  const { devDependencies } = JSON.parse(readText(`${FOLDER}/package.json`))
  const lock = readText(`${FOLDER}/package-lock.json`)
  const { version } = JSON.parse(lock).packages['node_modules/miniflare']
  return [
    devDependencies.miniflare === version ? '' : 'miniflare must have the version of the lock',
    lock.includes('"resolved"')
      ? 'the lock must name no addresses; deploy/cloudflare/.npmrc leaves them out'
      : '',
    existsSync(join(ROOT, FOLDER, 'README.md')) ? '' : 'the guide is missing',
  ].filter(Boolean)
}

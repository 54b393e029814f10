// Starts a PostgreSQL with pgvector of our own: loopback only, its own data folder and password.
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPgvector } from './pgvector.mjs'
import { FOLDER } from './place.mjs'
import { accountOf, freePort, install, processIn, run, ServiceError } from './run.mjs'

const OLDEST = 15
const DATA = join(FOLDER, 'postgres')
const OPTIONS = join(FOLDER, 'postgres.options')

/** The newest installed PostgreSQL that is new enough. */
function installed() {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).filter((name) => Number(name) >= OLDEST) : []
  const version = versions
    .filter((name) => existsSync(join(base, name, 'bin/postgres')))
    .sort((left, right) => Number(right) - Number(left))[0]
  return version === undefined ? null : { version, bin: join(base, version, 'bin') }
}

/** Installs and starts it, and returns its address. */
export async function startPostgres() {
  if (installed() === null) install('postgresql')
  const postgres = installed()
  if (postgres === null) throw new ServiceError(`PostgreSQL ${OLDEST} or newer is needed.`)
  installPgvector(postgres)
  const account = accountOf('postgres')
  const password = randomBytes(18).toString('base64url')
  const port = await freePort()
  createCluster(postgres.bin, { account, password })
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 400,
    shared_buffers: '256MB',
    // The data is for tests: it need not survive a power failure, only its own crashes.
    fsync: 'off',
    full_page_writes: 'off',
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value === '' ? "''" : value}`)
  writeFileSync(OPTIONS, options.join(' '))
  resumePostgres()
  return `postgres://stretto:${password}@127.0.0.1:${port}/postgres`
}

/** Creates an empty cluster whose only user may do everything in it. */
function createCluster(bin, { account, password }) {
  rmSync(DATA, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true, mode: 0o755 })
  if (account.uid !== undefined) chownSync(FOLDER, account.uid, account.gid)
  const secret = join(FOLDER, 'password')
  writeFileSync(secret, password, { mode: 0o600 })
  if (account.uid !== undefined) chownSync(secret, account.uid, account.gid)
  run(
    join(bin, 'initdb'),
    [
      ...['-D', DATA, '--username=stretto', '--auth=scram-sha-256', `--pwfile=${secret}`],
      ...['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    ],
    { ...account, cwd: FOLDER },
  )
  rmSync(secret)
}

/** Starts it with the data and the address it had before. */
export function resumePostgres() {
  const { bin } = installed()
  run(
    join(bin, 'pg_ctl'),
    ['start', '--wait', '-D', DATA, '-l', join(FOLDER, 'postgres.log'), '-o', readFileSync(OPTIONS, 'utf8')],
    { ...accountOf('postgres'), cwd: FOLDER, stdio: 'ignore' },
  )
}

/** Stops it at once if it runs, like a crash; its data stays. */
export function stopPostgres() {
  const postgres = installed()
  if (postgres === null || processIn(join(DATA, 'postmaster.pid'), 'postgres') === null) return
  run(join(postgres.bin, 'pg_ctl'), ['stop', '--wait', '-m', 'immediate', '-D', DATA], {
    ...accountOf('postgres'),
    cwd: FOLDER,
  })
}

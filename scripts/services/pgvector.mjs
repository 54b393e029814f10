// Installs pgvector for a PostgreSQL: as a package of Debian, or built from Debian's source package.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { FOLDER } from './place.mjs'
import { install, installIfKnown, run, ServiceError } from './run.mjs'

/** Searches that filter need iterative scans, which came with 0.8. */
const OLDEST = [0, 8]

/** The release of Debian whose source package is built. */
const SOURCE_RELEASE = 'trixie'

/** Installs pgvector unless it is there. */
export function installPgvector({ version, bin }) {
  const folder = join(run(join(bin, 'pg_config'), ['--sharedir']).trim(), 'extension')
  if (isNewEnough(folder)) return
  if (installIfKnown(`postgresql-${version}-pgvector`) && isNewEnough(folder)) return
  build(version, folder, run(join(bin, 'pg_config'), ['--pkglibdir']).trim())
}

function isNewEnough(folder) {
  const control = join(folder, 'vector.control')
  if (!existsSync(control)) return false
  const [major, minor] = /default_version = '(\d+)\.(\d+)/.exec(readFileSync(control, 'utf8'))?.slice(1) ?? []
  return Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1])
}

function build(version, extensionFolder, libraryFolder) {
  process.stderr.write('stretto: building pgvector from its source package …\n')
  if (process.getuid?.() !== 0)
    throw new ServiceError(`pgvector 0.8 or newer must be installed first, for PostgreSQL ${version}.`)
  const workshop = join(FOLDER, 'pgvector')
  rmSync(workshop, { recursive: true, force: true })
  mkdirSync(workshop, { recursive: true })
  for (const tool of ['gcc', 'dpkg-source'])
    if (!isThere(tool)) install(tool === 'gcc' ? 'gcc' : 'dpkg-dev', 'libc6-dev')
  fetchSource(workshop)
  const source = join(
    workshop,
    readdirSync(workshop).find((name) => /^pgvector-[\d.]+$/.test(name)),
  )
  // Only the headers are needed; the package would bring a whole compiler with it.
  run('apt-get', ['download', `postgresql-server-dev-${version}`], { cwd: workshop })
  const headers = readdirSync(workshop).find((name) => name.startsWith('postgresql-server-dev-'))
  run('dpkg', ['-x', headers, 'headers'], { cwd: workshop })
  const include = join(workshop, 'headers/usr/include/postgresql')
  const sources = readdirSync(join(source, 'src')).filter((name) => name.endsWith('.c'))
  run(
    'gcc',
    [
      ...['-O2', '-ftree-vectorize', '-fassociative-math', '-fno-signed-zeros', '-fno-trapping-math'],
      ...['-fPIC', '-shared', '-I', join(include, version, 'server'), '-I', join(include, 'internal')],
      ...sources.map((name) => join('src', name)),
      ...['-o', 'vector.so'],
    ],
    { cwd: source },
  )
  const control = readFileSync(join(source, 'vector.control'), 'utf8')
  const release = /default_version = '([\d.]+)'/.exec(control)[1]
  copyFileSync(join(source, 'vector.so'), join(libraryFolder, 'vector.so'))
  copyFileSync(join(source, 'sql/vector.sql'), join(extensionFolder, `vector--${release}.sql`))
  copyFileSync(join(source, 'vector.control'), join(extensionFolder, 'vector.control'))
  rmSync(workshop, { recursive: true, force: true })
}

function isThere(tool) {
  try {
    run('which', [tool])
    return true
  } catch {
    return false
  }
}

/** Downloads and unpacks the source package, with lists of its own, so that those of the machine stay as they are. */
function fetchSource(workshop) {
  const list = join(workshop, 'sources.list')
  const mirror = mirrorOf(run('apt-cache', ['policy']))
  writeFileSync(list, `deb-src ${mirror} ${SOURCE_RELEASE} main\n`)
  const lists = join(workshop, 'lists')
  mkdirSync(join(lists, 'partial'), { recursive: true })
  const own = [
    ...['-o', `Dir::Etc::sourcelist=${list}`, '-o', 'Dir::Etc::sourceparts=-'],
    ...['-o', `Dir::State::lists=${lists}`, '-o', 'APT::Sandbox::User=root'],
    ...['-o', `Dir::Cache::pkgcache=`, '-o', `Dir::Cache::srcpkgcache=`],
  ]
  run('apt-get', [...own, 'update'])
  run('apt-get', [...own, 'source', 'pgvector'], { cwd: workshop })
}

/** The mirror that this machine gets Debian from. */
function mirrorOf(policy) {
  const found = /(https?:\/\/\S+\/debian) \S+\/main/.exec(policy)
  if (found === null) throw new ServiceError('apt knows no mirror of Debian.')
  return found[1]
}

// Runs the commands that install and start services.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'

export class ServiceError extends Error {}

/** Runs a command to its end and returns what it printed; throws with its last lines if it fails. */
export function run(command, args, options = {}) {
  const outcome = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (outcome.error?.code === 'ENOENT') throw new ServiceError(`${command} was not found.`)
  if (outcome.error !== undefined) throw outcome.error
  if (outcome.status === 0) return outcome.stdout
  const said = `${outcome.stdout}${outcome.stderr}`.trim().split('\n').slice(-15).join('\n')
  throw new ServiceError(`“${[command, ...args].join(' ')}” failed:\n${said}`)
}

let isListed = false

/** Installs Debian packages; only root can. */
export function install(...packages) {
  const wanted = packages.join(' ')
  if (process.getuid?.() !== 0)
    throw new ServiceError(`${wanted} must be installed first: sudo apt-get install ${wanted}`)
  if (!isListed) run('apt-get', ['update'])
  isListed = true
  process.stderr.write(`stretto: installing ${wanted} …\n`)
  run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Installs packages, or returns false if this release of Debian does not have them. */
export function installIfKnown(...packages) {
  try {
    install(...packages)
    return true
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return false
  }
}

/** The user and group to run as: this account, or another one instead of root. */
export function accountOf(name) {
  if (process.getuid?.() !== 0) return {}
  const id = (flag) => Number(run('id', [flag, name]))
  return { uid: id('-u'), gid: id('-g') }
}

/** The id of the process in a file, or null if there is none or another program has that id now. */
export function processIn(file, program) {
  try {
    const id = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(program) ? id : null
  } catch {
    return null
  }
}

/** A port of the loopback interface that nobody uses now. */
export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Whether something listens on a port. */
export function answers(port, host) {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    const end = (outcome) => {
      socket.destroy()
      resolve(outcome)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.setTimeout(5_000, () => end(false))
  })
}

// Starts a Redis of our own: loopback only, its own password, nothing on disk.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { FOLDER } from './place.mjs'
import { accountOf, freePort, install, processIn, ServiceError } from './run.mjs'

const BINARY = '/usr/bin/redis-server'
const PROCESS = join(FOLDER, 'redis.pid')
const PATIENCE_MS = 30_000

/** Installs and starts it, and returns its address. */
export async function startRedis() {
  if (!existsSync(BINARY)) install('redis-server')
  const password = randomBytes(18).toString('base64url')
  const address = `redis://default:${password}@127.0.0.1:${await freePort()}`
  await resumeRedis(address)
  return address
}

/** Starts it, empty, at an address it had before. */
export async function resumeRedis(address) {
  const { password, port } = new URL(address)
  const log = openSync(join(FOLDER, 'redis.log'), 'a')
  const child = spawn(BINARY, ['-'], {
    ...accountOf('redis'),
    cwd: '/',
    detached: true,
    stdio: ['pipe', log, log],
  })
  // By standard input: the password stands neither in a file nor in the list of processes.
  child.stdin.end(
    ['bind 127.0.0.1', `port ${port}`, 'save ""', 'appendonly no', `requirepass ${password}`].join('\n'),
  )
  child.unref()
  writeFileSync(PROCESS, String(child.pid))
  const deadline = Date.now() + PATIENCE_MS
  while (!(await answers(Number(port)))) {
    if (Date.now() > deadline) throw new ServiceError(`Redis does not answer; see ${FOLDER}/redis.log`)
    await pause(50)
  }
}

/** Whether something listens on a port of this machine. */
export function answers(port, host = '127.0.0.1') {
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

/** Stops it if it runs. */
export function stopRedis() {
  const id = processIn(PROCESS, 'redis-server')
  if (id !== null) process.kill(id)
}

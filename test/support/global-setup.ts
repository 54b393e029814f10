import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { connect } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from '../../scripts/services/chromium.mjs'
import { startedServices } from '../../scripts/services/place.mjs'
import { createTemplate } from './template-database.ts'

/** The addresses of the services that tests may use. */
interface Services {
  databaseUrl: string
  redisUrl: string
  /** The name of a database with all tables, which is copied faster than it is made. */
  template: string
}

type Addresses = Omit<Services, 'template'>

declare module 'vitest' {
  export interface ProvidedContext {
    services: Services | null
    /** Where Chromium is; null where it is not installed. */
    chromium: string | null
  }
}

/** Makes a folder for all that tests write, and says which services run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(placeForFiles(), 'stretto-tests-'))
  // For the workers, which are started later: all that they write is here, and goes at the end.
  process.env.TMPDIR = folder
  const chromium = installedChromium()
  project.provide('chromium', chromium)
  const addresses = await runningServices()
  const template = addresses === null ? null : await createTemplate(addresses.databaseUrl)
  project.provide('services', template === null ? null : { ...addresses!, template: template.name })
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await template?.drop()
    if (template === null) say('all tests on PostgreSQL and Redis', 'npm run services')
    if (chromium === null) say('all tests of the playground in a browser', 'npm run browser')
  }
}

/** More than all tests together have at one time. */
const ROOM_BYTES = 4_000_000_000

/** Memory where there is room for it, because tests often wait until what they wrote is on the disk. */
function placeForFiles(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) > ROOM_BYTES ? memory : tmpdir()
}

/** Says what was not tested, and what to do about it. */
function say(skipped: string, command: string): void {
  const line = '─'.repeat(100)
  const text = ` SKIPPED: ${skipped}, because what they need was not found. To run them, start this first:`
  process.stderr.write(`\n${line}\n${text}\n   ${command}\n${line}\n`)
}

function installedChromium(): string | null {
  const path = chromiumPath()
  if (path === null && process.env.CI)
    throw new Error('Chromium must be installed where CI is set. Install it with “npm run browser”.')
  return path
}

/** The services named by the environment, or started by `npm run services`; both or none. */
async function runningServices(): Promise<Addresses | null> {
  const started: Partial<Addresses> = startedServices() ?? {}
  const { DATABASE_URL: databaseUrl = started.databaseUrl, REDIS_URL: redisUrl = started.redisUrl } =
    process.env
  const answers = await Promise.all([databaseUrl, redisUrl].map(isRunning))
  if (answers.every(Boolean)) return { databaseUrl: databaseUrl!, redisUrl: redisUrl! }
  if (process.env.CI)
    throw new Error('PostgreSQL and Redis must run where CI is set. Start them with “npm run services”.')
  return null
}

function isRunning(address: string | undefined): Promise<boolean> {
  if (address === undefined) return Promise.resolve(false)
  const { hostname, port, protocol } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port) || (protocol.startsWith('redis') ? 6379 : 5432), hostname)
    const end = (outcome: boolean) => {
      socket.destroy()
      resolve(outcome)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from '../../scripts/services/chromium.mjs'
import { startedServices } from '../../scripts/services/place.mjs'
import { createTemplate } from './template-database.ts'

/** What tests may use of PostgreSQL. */
interface Services {
  databaseUrl: string
  /** The name of a database with all tables, which is copied faster than it is made. */
  template: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    services: Services | null
    /** Where Chromium is; null where it is not installed. */
    chromium: string | null
    /** The module that starts workerd; null where it is not installed. */
    miniflare: string | null
  }
}

/** Makes a folder for all that tests write, and says which services run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(placeForFiles(), 'stretto-tests-'))
  // For the workers, which are started later: all that they write is here, and goes at the end.
  process.env.TMPDIR = folder
  const chromium = installedChromium()
  project.provide('chromium', chromium)
  const miniflare = installedMiniflare()
  project.provide('miniflare', miniflare)
  const databaseUrl = await runningDatabase()
  const template = databaseUrl === null ? null : await createTemplate(databaseUrl)
  project.provide(
    'services',
    template === null ? null : { databaseUrl: databaseUrl!, template: template.name },
  )
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await template?.drop()
    if (template === null) say('all tests on PostgreSQL', 'npm run services')
    if (chromium === null) say('all tests of the playground in a browser', 'npm run browser')
    if (miniflare === null) say('all tests of objects on workerd', WORKERD)
  }
}

/** What installs workerd. */
const WORKERD = 'npm ci --prefix deploy/cloudflare'

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

function installedMiniflare(): string | null {
  const folder = new URL('../../deploy/cloudflare/package.json', import.meta.url)
  try {
    return createRequire(folder).resolve('miniflare')
  } catch {
    if (process.env.CI)
      throw new Error(`workerd must be installed where CI is set. Install it with “${WORKERD}”.`)
    return null
  }
}

/** The address of the server named by the environment, or started by `npm run services`; null if none answers. */
async function runningDatabase(): Promise<string | null> {
  const url = process.env.DATABASE_URL ?? startedServices()?.databaseUrl
  if (url !== undefined && (await isRunning(url))) return url
  if (process.env.CI)
    throw new Error('PostgreSQL must run where CI is set. Start it with “npm run services”.')
  return null
}

function isRunning(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port) || 5432, hostname)
    const end = (outcome: boolean) => {
      socket.destroy()
      resolve(outcome)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { holdFolder } from '../../src/adapters/sqlite/held-folder.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { ENTRY, type RunningService, startService } from '../support/process.ts'

// Programs are started many times over, on machines that may have other things to do.
vi.setConfig({ testTimeout: 180_000 })

const QUERY = 'What is the speed of light in a vacuum?'
const KEYS = { API_KEYS: 'alice:a-long-random-key', LOCAL_AUTH: 'on' }

let folder: string
beforeEach(() => {
  folder = freshFolder()
})

async function serve(more: Record<string, string> = {}): Promise<RunningService> {
  const service = await startService({ DATA_DIR: folder, ROUTER: 'offline', ...more })
  onTestFinished(() => void service.end('SIGKILL'))
  return service
}

function start(args: string[], more: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [ENTRY, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, DATA_DIR: folder, ROUTER: 'offline', ...FREE_PORTS, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
const FREE_PORTS = { EDGE_PORT: '0', LOCAL_PORT: '0' }

/** Runs a command of the user who runs the service. */
async function stretto(args: string[], more: Record<string, string> = {}) {
  const child = start(args, more)
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout!), text(child.stderr!), gone])
  return { code, stdout, stderr }
}

const ask = async (...more: string[]) => JSON.parse((await stretto(['ask', QUERY, '--json', ...more])).stdout)

const askPage = ({ edge }: RunningService) =>
  fetch(`${edge}/consensus-iterative`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUERY }),
  })

describe('a second service on a data folder', () => {
  it('is refused with the address of the first, and starts once that one was killed', async () => {
    const first = await serve()
    const refused = await stretto(['serve'])
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `stretto: The data in ${folder} are already served at ${first.edge} (process ${first.process.pid}). Use that service, stop it, or set DATA_DIR to another folder.\n`,
    })
    await first.end('SIGKILL')
    const second = await serve()
    expect((await fetch(`${second.edge}/health`)).status).toBe(200)
    expect(await second.end('SIGTERM')).toBe(0)
    expect(readdirSync(folder)).not.toContain('service.json')
  })
})

describe('commands beside a service', () => {
  it('use it, and get what a page without a key gets', async () => {
    // A user who runs the service is not slowed down by its limits.
    const service = await serve({ RATE_LIMIT_BURST: '1', RATE_LIMIT_PER_MINUTE: '2' })
    const { id } = (await (await askPage(service)).json()) as { id: string }
    for (let times = 0; times < 3; times++) expect(await ask()).toMatchObject({ id, cache_hit: true })
    const models = await stretto(['models'])
    expect(models.stdout).toContain(`Keys: those of the service at ${service.edge}.`)
    expect(await service.end('SIGTERM')).toBe(0)
    // What is stored with the service is there without it, and the other way round.
    expect(await ask()).toMatchObject({ id, cache_hit: true })
  })

  it('need none of its keys, which its users still do; and their token is in no log', async () => {
    const { id } = await ask()
    const service = await serve(KEYS)
    expect(await ask()).toMatchObject({ id, cache_hit: true })
    expect(await stretto(['task', 'list'])).toMatchObject({ code: 0, stdout: 'There are no tasks.\n' })
    expect((await askPage(service)).status).toBe(401)
    const { token } = JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8')).service
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(`${service.edge}/cache/stats`, { headers })).status
    expect(await statusWith({ 'x-api-key': token })).toBe(200)
    expect(await statusWith({ 'x-api-key': `${token}x` })).toBe(401)
    expect(await statusWith({ 'x-api-key': token, 'x-forwarded-for': '192.0.2.1' })).toBe(401)
    expect(service.output()).not.toContain(token)
    const withKey = await stretto(['ask', QUERY, '--key', 'no-key-of-ours'])
    expect(withKey).toMatchObject({ code: 4, stderr: expect.stringContaining('Unknown API key') })
  })

  it('are told by the doctor that all is well', async () => {
    const service = await serve()
    const ports = { EDGE_PORT: new URL(service.edge).port, LOCAL_PORT: new URL(service.local).port }
    const { code, stdout } = await stretto(['doctor'], ports)
    expect(code).toBe(0)
    expect(stdout).toContain(`(process ${service.process.pid}) is running at ${service.edge}`)
    for (const [variable, port] of Object.entries(ports))
      expect(stdout).toContain(`✓ Port ${port} (${variable}) is used by the service on these data.`)
    expect(stdout).not.toContain('✗')
  })
})

describe('a command beside another one', () => {
  it('asks all the same, and says that nothing is kept; what is about stored tasks and a service are refused', async () => {
    const held = holdFolder(folder, { isCommand: true })!
    onTestFinished(held.release)
    const asked = await stretto(['ask', QUERY])
    expect(asked.code).toBe(0)
    expect(asked.stdout).toContain('299 792 458')
    expect(asked.stderr).toMatch(
      new RegExp(`^stretto: Another process is using the data in ${folder}; .* not kept there\\.\n`),
    )
    const inUse = `stretto: Another stretto command (process ${process.pid}) is using the data in ${folder}. Wait until it has ended, or set DATA_DIR to another folder.\n`
    expect(await stretto(['task', 'list'])).toEqual({ code: 4, stdout: '', stderr: inUse })
    expect(await stretto(['serve'])).toEqual({ code: 1, stdout: '', stderr: inUse })
    expect(readdirSync(folder).sort()).toEqual(['service.json', 'stretto.lock'])
  })
})

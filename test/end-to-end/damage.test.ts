import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runHere } from '../support/command-here.ts'
import { overwriteBytes, overwritePages, pagesOf } from '../support/damaged-database.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { copyOf, FULL, fillDatabase, rowCounts, taskId } from '../support/full-database.ts'
import { ENTRY, type RunningService, startService } from '../support/process.ts'

// Programs are started several times over, on machines that may have other things to do.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let full: string
let folder: string
let service: RunningService | null
beforeAll(async () => {
  full = freshFolder()
  await fillDatabase(full)
})
afterAll(() => rmSync(full, { recursive: true, force: true }))
beforeEach(() => {
  folder = copyOf(full)
  service = null
})
afterEach(async () => {
  await service?.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const settings = () => ({ EDGE_PORT: '0', LOCAL_PORT: '0', ROUTER: 'offline', DATA_DIR: folder })
const start = () => startService(settings())
/** Runs the doctor in this process. */
const doctor = (...args: string[]) => runHere(['doctor', ...args], settings())

// What else can be damaged, and what is repaired then, is tested without processes in test/damage/.
describe('a start on a damaged database', () => {
  it('ends with one line that says what is damaged and what to do, and succeeds after a repair', async () => {
    overwriteBytes(folder, 0, Buffer.alloc(100, 0xa5))
    const { status, stderr } = spawnSync(process.execPath, [ENTRY], {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, ...settings() },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^stretto: DATA_DIR cannot be .+ is damaged \(.+\)\. Run .+doctor --repair.+\n$/)
    expect((await doctor()).code).toBe(1)
    const repair = await doctor('--repair')
    expect(repair.code).toBe(0)
    expect(repair.stdout).toContain(`tasks: ${FULL.tasks} rows kept`)
    const aside = readdirSync(folder).find((name) => name.startsWith('stretto.db.damaged-'))
    expect(repair.stdout).toContain(aside)
    expect(rowCounts(folder)).toEqual(rowCounts(full))
    const after = await doctor()
    expect({ ...after, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(after.stdout).toContain(`is intact: ${FULL.tasks} tasks, `)
    service = await start()
    expect((await (await fetch(`${service.edge}/health`)).json()).status).toBe('healthy')
  })

  it('continues without unreadable tasks and answers, and says so', async () => {
    overwritePages(folder, pagesOf(folder, 'tasks', 'leaf').slice(1, 2))
    overwritePages(folder, pagesOf(folder, 'results').slice(0, 3))
    service = await start()
    for (const number of [1, 20, 40]) {
      const query = `What is the answer to question ${number}?`
      const response = await fetch(`${service.edge}/consensus-iterative`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      expect(response.status).toBe(200)
    }
    const tasks = Array.from({ length: FULL.tasks }, (_, number) => `/consensus/${taskId(number)}`)
    for (const path of tasks) expect([200, 404, 503]).toContain((await fetch(service.local + path)).status)
    expect(await service.end('SIGTERM')).toBe(0)
    expect(service.output()).not.toMatch(/\n\s+at |panicked/)
  })
})

describe('npm start -- doctor', () => {
  it('refuses while the service runs, and finds its last writes even if it was killed and the header is damaged', async () => {
    service = await start()
    for (const args of [[], ['--repair']]) {
      const { code, stdout } = await doctor(...args)
      expect(code).toBe(1)
      expect(stdout).toMatch(/^✗ Another Stretto process is using the data .+$/m)
    }
    const ids: string[] = []
    for (let number = 0; number < 5; number++) {
      const models = ['one', 'two'].map((name) => ({ provider: 'openrouter', name, model: `vendor/${name}` }))
      const response = await fetch(`${service.local}/consensus`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `What is ${number} + 1?`, models }),
      })
      expect(response.status).toBe(202)
      ids.push((await response.json()).id)
    }
    await service.end('SIGKILL')
    expect(readdirSync(folder)).toContain('stretto.db-wal')
    overwriteBytes(folder, 0, Buffer.alloc(4096, 0xa5))
    expect((await doctor('--repair')).code).toBe(0)
    service = await start()
    for (const id of [...ids, taskId(0), taskId(FULL.tasks - 1)])
      expect((await fetch(`${service.local}/consensus/${id}`)).status).toBe(200)
  })
})

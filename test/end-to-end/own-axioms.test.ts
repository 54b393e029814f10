import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { expectAnswer } from '../support/documentation/expect-answer.ts'
import { blocksOf } from '../support/documentation/markdown-blocks.ts'
import { runBlock } from '../support/documentation/run-block.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { ROOT } from '../support/installed-package.ts'
import { PATIENCE } from '../support/patience.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { ENTRY, type RunningService, startService } from '../support/process.ts'
import { describeWithPostgres } from '../support/services.ts'

// Starting takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const GUIDE = blocksOf(ROOT, 'docs/guides/own-axioms.md')
const RUN = 'run by test/end-to-end/own-axioms.test.ts'
const WRITTEN = GUIDE.find(({ mark, language }) => mark === RUN && language === 'json')!.code

let data: string
let axioms: string
beforeAll(async () => {
  data = freshFolder()
  axioms = mkdtempSync(join(tmpdir(), 'axioms-'))
})
afterAll(() => {
  for (const folder of [data, axioms]) rmSync(folder, { recursive: true, force: true })
})

const write = (text: string) => writeFileSync(join(axioms, 'store.jsonl'), text)
const settings = (more: Record<string, string> = {}) => ({
  DATA_DIR: data,
  AXIOMS_DIR: axioms,
  ROUTER: 'offline',
  RATE_LIMIT_BURST: '100000',
  RATE_LIMIT_PER_MINUTE: '100000',
  ...more,
})
const found = async (address: string): Promise<string> => {
  const query = new URLSearchParams({ q: 'What is the refund period of the Acme store?', topK: '1' })
  return (await (await fetch(`${address}/axioms/search?${query}`)).json()).axioms[0]?.axiom
}
const saysWithin = ({ output }: RunningService, text: string, times = 1) =>
  vi.waitFor(() => expect(output().split(text).length - 1).toBeGreaterThanOrEqual(times), PATIENCE)

describe('a service with axioms of one’s own', () => {
  let service: RunningService
  beforeAll(async () => {
    write(WRITTEN)
    service = await startService(settings())
  })
  afterAll(() => service.end('SIGKILL'))

  it('does what the guide says', async () => {
    let printed: string | null = null
    for (const block of GUIDE) {
      if (block.mark === RUN && block.language === 'sh')
        printed = await runBlock(block, { addresses: service, folder: axioms })
      else if (block.mark === 'answer' && printed !== null) expectAnswer(block, printed)
    }
    expect(printed).not.toBeNull()
  })

  it('reads them again on SIGHUP while requests are answered, and a folder with problems changes nothing', async () => {
    expect(await found(service.edge)).toContain('45 days')

    write(WRITTEN.replace('is 45 days', 'is 30 days'))
    let isDone = false
    const statuses: number[] = []
    const callers = Array.from({ length: 4 }, async () => {
      while (!isDone) statuses.push((await fetch(`${service.edge}/axioms/search?q=refund`)).status)
    })
    // The second comes while the first is under way.
    for (let signals = 0; signals < 2; signals++) service.process.kill('SIGHUP')
    await saysWithin(service, 'the axioms were read again')
    isDone = true
    await Promise.all(callers)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await found(service.edge)).toContain('30 days')

    write(`${WRITTEN}{"id": "acme-0003"}`)
    service.process.kill('SIGHUP')
    await saysWithin(service, 'the axioms stay as they were')
    expect(service.output()).toContain('store.jsonl:3: level is missing')
    expect(await found(service.edge)).toContain('30 days')
    expect(await service.end('SIGTERM')).toBe(0)
  })
})

it('a start with a folder that has problems ends with all of them in words', () => {
  write(`{\n${WRITTEN}${WRITTEN}`)
  const { status, stderr } = spawnSync(process.execPath, [ENTRY], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...settings() },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  const file = join(axioms, 'store.jsonl')
  expect(stderr.split('\n').slice(0, 4)).toEqual([
    'stretto: AXIOMS_DIR has problems. Solve these, or unset it:',
    expect.stringContaining(`  ${file}:1: this line is not valid JSON; write {"id": "acme-0001"`),
    `  ${file}:4: id is "acme-0001", as in ${file}:2; change one of the two`,
    `  ${file}:5: id is "acme-0002", as in ${file}:3; change one of the two`,
  ])
})

describeWithPostgres('several processes', () => {
  it('get the SIGHUP that the first one gets', async () => {
    const database = await createTestDatabase({ isChanged: true })
    write(WRITTEN)
    const service = await startService(settings({ DATABASE_URL: database.url, WORKERS: '2' }))
    onTestFinished(() => void service.end('SIGKILL'))
    await saysWithin(service, '"msg":"listening"', 2)
    write(WRITTEN.replace('is 45 days', 'is 30 days'))
    service.process.kill('SIGHUP')
    await saysWithin(service, 'the axioms were read again', 2)
    for (let asked = 0; asked < 4; asked++) expect(await found(service.edge)).toContain('30 days')
    expect(await service.end('SIGTERM')).toBe(0)
    await database.drop()
  })
})

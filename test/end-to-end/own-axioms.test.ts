import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectAnswer } from '../support/documentation/expect-answer.ts'
import { blocksOf } from '../support/documentation/markdown-blocks.ts'
import { runBlock } from '../support/documentation/run-block.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { ROOT } from '../support/installed-package.ts'
import { ENTRY, type RunningService, startService } from '../support/process.ts'

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
const settings = () => ({
  DATA_DIR: data,
  AXIOMS_DIR: axioms,
  ROUTER: 'offline',
  RATE_LIMIT_BURST: '100000',
  RATE_LIMIT_PER_MINUTE: '100000',
})

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

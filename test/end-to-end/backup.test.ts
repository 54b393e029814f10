import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { freshFolder } from '../support/fresh-folder.ts'
import { type RunningService, startService } from '../support/process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The commands that docs/operating.md gives for SQLite: one block to back up, one in a container, one to restore. */
function documented(): { backUp: string; restore: string } {
  const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
  const section = page.slice(page.indexOf('### SQLite'), page.indexOf('### PostgreSQL'))
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!)
  return { backUp: blocks[0]!, restore: blocks[2]! }
}

function run(block: string, folder: string, backup: string): string {
  const commands = block.replace(/^export .*$/m, `export DATA_DIR='${folder}' BACKUP='${backup}'`)
  expect(commands).not.toBe(block)
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', commands], { cwd: ROOT, encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
  return stdout
}

let service: RunningService | null = null
afterEach(async () => {
  await service?.end('SIGKILL')
})

const ask = async (query: string) => {
  const response = await fetch(`${service!.edge}/consensus-iterative`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, models: ['a/one', 'b/two'] }),
  })
  return (await response.json()) as { id: string; final_answer: string }
}

it('the documented commands back up a running service, and restore what it had stored then', async () => {
  const folder = freshFolder()
  const backup = join(tmpdir(), `stretto-backup-${process.pid}.db`)
  const { backUp, restore } = documented()
  service = await startService({ DATA_DIR: folder, ROUTER: 'offline' })
  const before = await ask('What is 17 + 25?')
  run(backUp, folder, backup)
  const after = await ask('What is 9 * 9?')
  expect(await service.end('SIGTERM')).toBe(0)

  rmSync(folder, { recursive: true })
  run(restore, folder, backup)
  service = await startService({ DATA_DIR: folder, ROUTER: 'offline' })
  const found = await fetch(`${service.edge}/results/${before.id}`)
  expect(await found.json()).toMatchObject({ final_answer: before.final_answer })
  expect((await fetch(`${service.edge}/results/${after.id}`)).status).toBe(404)

  rmSync(folder, { recursive: true })
  rmSync(backup)
})

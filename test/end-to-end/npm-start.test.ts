import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { freshFolder } from '../support/fresh-folder.ts'

// Starting takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Runs `npm start` in a process group of its own and waits until the service listens. */
async function npmStart(folder: string): Promise<{ npm: ChildProcess; edge: string }> {
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: folder,
      EDGE_PORT: '0',
      LOCAL_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const line of createInterface({ input: npm.stdout! })) {
    if (!line.includes('"msg":"listening"')) continue
    const { edge_port } = JSON.parse(line)
    return { npm, edge: `http://127.0.0.1:${edge_port}` }
  }
  throw new Error('npm start ended before the service listened')
}

// Windows knows no such signals.
test.skipIf(process.platform === 'win32').each([
  ['SIGTERM to npm alone', 'SIGTERM', (pid: number) => pid],
  [
    'the key stroke that goes to the whole group, and that npm passes on once more',
    'SIGINT',
    (pid: number) => -pid,
  ],
] as const)('npm start ends in an orderly way, and not before the service: %s', async (_, signal, target) => {
  const folder = freshFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { npm, edge } = await npmStart(folder)
  onTestFinished(() => {
    try {
      process.kill(-npm.pid!, 'SIGKILL')
    } catch {
      // Gone, as it should be.
    }
  })
  expect((await fetch(`${edge}/health`)).status).toBe(200)
  process.kill(target(npm.pid!), signal)
  const [code] = await once(npm, 'exit')
  expect(code).toBe(0)
  await expect(fetch(`${edge}/health`)).rejects.toThrow()
  // The data are intact, and free for the next one.
  closeDatabase(openDatabase(folder))
})

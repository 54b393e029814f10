import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../report.ts'
import { send } from '../support/requests.ts'
import { killGroup, lineOf, ROOT, spawnService, startProcess } from '../support/service.ts'

const PATIENCE_MS = 20_000

/** Sends SIGTERM only to `npm start`, and checks whether the service stops too. */
export async function stopNpmStart(folder: string): Promise<Figure[]> {
  const environment = { DATA_DIR: folder, ROUTER: 'offline' }
  const npm = startProcess(['npm', '--prefix', ROOT, 'start'], {
    environment: { ...environment, EDGE_PORT: '0', LOCAL_PORT: '0' },
    // A separate process group, so that anything it leaves running can be ended.
    group: true,
  })
  const line = await lineOf(npm, '"msg":"listening"')
  if (line === null) throw new Error(`npm start did not start the service:\n${npm.output()}`)
  const { edge_port } = JSON.parse(line)
  process.kill(npm.pid, 'SIGTERM')
  const ended = await Promise.race([npm.exited, pause(PATIENCE_MS).then(() => null)])
  // Checks whether npm waited for the service: immediately, and again after the grace period for running work.
  const atOnce = await isUp(edge_port)
  if (atOnce) await pause(PATIENCE_MS)
  const later = atOnce && (await isUp(edge_port))
  const next = await spawnService(environment).start
  await next.service?.end('SIGTERM')
  killGroup(npm.pid)
  return [
    {
      what: 'SIGTERM to npm start: npm ends',
      value: ended === null ? 'no' : `yes, with ${ended.code ?? ended.signal}`,
    },
    { what: 'the service still answers then; 20 s later', value: `${yesNo(atOnce)}; ${yesNo(later)}` },
    {
      what: 'another start on the same folder',
      value: next.service === null ? 'refused: the lock is held' : 'starts',
    },
  ]
}

async function isUp(port: number): Promise<boolean> {
  return (await send(`http://127.0.0.1:${port}/health`, { timeoutMs: 5_000 })).status === 200
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { MeasuredProcess } from './service-process.ts'

const PACKAGE = '@portkey-ai/gateway@1.15.2'
/** Beside the dependencies and not among them: it is only compared with. */
const FOLDER = 'node_modules/.cache/portkey'
const SCRIPT = join(FOLDER, 'node_modules/@portkey-ai/gateway/build/start-server.js')

/** Starts Portkey's gateway, installed on first use; null where it cannot be installed. */
export async function startPortkey(): Promise<MeasuredProcess | null> {
  if (!existsSync(SCRIPT)) {
    mkdirSync(FOLDER, { recursive: true })
    const install = ['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', PACKAGE]
    if (spawnSync('npm', install, { stdio: 'ignore' }).status !== 0) return null
  }
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [SCRIPT, `--port=${port}`, '--headless'], {
    env: { ...process.env, NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: '127.0.0.1' },
    stdio: 'ignore',
  })
  await answering(port)
  return {
    child,
    line: { edge_port: port },
    readyMs: performance.now() - startedAt,
    async end() {
      child.kill('SIGKILL')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** The headers that make it call an OpenAI-compatible server. */
export function portkeyHeaders(upstreamUrl: string): Record<string, string> {
  return {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': upstreamUrl,
    authorization: 'Bearer bench',
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await pause(25)
  }
  throw new Error('Portkey did not start.')
}

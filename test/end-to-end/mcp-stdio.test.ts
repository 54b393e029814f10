import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../src/main/serve.ts'
import { CLIENTS, connect, overStdio } from '../support/mcp-clients.ts'
import { replyAs } from '../support/panel-replies.ts'
import { type ScriptedProvider, settingsFor, startScriptedProvider } from '../support/scripted-provider.ts'
import { newFolder, openService } from '../support/service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../bin/stretto.mjs', import.meta.url))
const ARGUMENTS = [PROGRAM, 'mcp']
const QUESTION = { query: 'What is 6 times 7?', models: ['vendor/one', 'vendor/two'] }
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const asking = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: {
    name: 'ask_panel',
    arguments: { ...QUESTION, skip_cache: true },
    _meta: { progressToken: id },
  },
})

let folder: string
let provider: ScriptedProvider
let isHeld: boolean
let release: () => void
let environment: Record<string, string>
beforeEach(async () => {
  isHeld = false
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  provider = await startScriptedProvider(async (call) => {
    if (isHeld) await released
    return replyAs('42', call)
  })
  folder = await newFolder('all')
  environment = {
    PATH: process.env.PATH!,
    ...settingsFor(provider),
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    // The one who starts the process is the caller, and needs none of these.
    API_KEYS: 'alice:key-of-alice',
  }
})
afterEach(async () => {
  release()
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

/** How to start the process, for a client; what it logs is thrown away. */
const parameters = (...flags: string[]) => ({
  command: process.execPath,
  args: [...ARGUMENTS, ...flags],
  cwd: ROOT,
  env: environment,
  stderr: 'ignore' as const,
})

/** The process without a client: lines that it writes, and what it is sent. */
function start(): { child: ChildProcess; send: (message: object) => void } {
  const child = spawn(process.execPath, ARGUMENTS, { cwd: ROOT, env: environment })
  return { child, send: (message) => void child.stdin!.write(`${JSON.stringify(message)}\n`) }
}

const allGone = () => provider.calls.map(({ gone }) => gone.aborted)

describe.each(CLIENTS)('stretto mcp, for the client %s', (version) => {
  it('answers with the result of a panel, and finds it again after a restart', async () => {
    const client = await connect(version, overStdio(version, parameters()))
    const told: string[] = []
    const onprogress = ({ message = '' }) => void told.push(message)
    const { structuredContent } = await client.call('ask_panel', QUESTION, { onprogress })
    expect(structuredContent).toMatchObject({ status: 'completed', result: { answer: '42' } })
    expect(told.filter((line) => line.endsWith('has answered: 42'))).toHaveLength(2)
    await client.close()
    const later = await connect(version, overStdio(version, parameters()))
    const found = await later.call('get_result', { id: structuredContent.result.result_id })
    expect(found.structuredContent.result.answer).toBe('42')
    await expect(later.call('ask_oracle')).rejects.toMatchObject({ code: -32602 })
    const long = await later.call('ask_panel', { query: 'x'.repeat(1_000_000) })
    expect(long.content[0]!.text).toContain('query must have at most 200000 characters')
    await later.close()
  })

  it('ends the calls of models when the call of a tool is given up, or the client leaves', async () => {
    isHeld = true
    const client = await connect(version, overStdio(version, parameters()))
    const leaving = new AbortController()
    const called = client.call('ask_panel', QUESTION, { signal: leaving.signal }).catch(() => 'given up')
    await expect.poll(() => provider.calls.length).toBe(2)
    leaving.abort()
    expect(await called).toBe('given up')
    await expect.poll(allGone).toEqual([true, true])
    const other = client.call('ask_panel', { ...QUESTION, query: 'Twice 21?' }).catch(() => {})
    await expect.poll(() => provider.calls.length).toBe(4)
    await client.close()
    await other
    await expect.poll(allGone).toEqual([true, true, true, true])
  })

  it('asks a running service, with its key', async () => {
    const service = await openService({ ...settingsFor(provider), API_KEYS: 'alice:key-of-alice' })
    service.welcomeRequests()
    const server = await listen(service.edge, { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' })
    const url = `http://127.0.0.1:${server.port}`
    const client = await connect(
      version,
      overStdio(version, parameters('--url', url, '--key', 'key-of-alice')),
    )
    const { structuredContent } = await client.call('ask_panel', QUESTION)
    expect(structuredContent.result.answer).toBe('42')
    await client.close()
    const stranger = await connect(version, overStdio(version, parameters('--url', url)))
    const refused = await stranger.call('ask_panel', QUESTION)
    expect(refused).toMatchObject({ isError: true })
    expect(refused.content[0]!.text).toContain('This endpoint requires an API key.')
    await stranger.close()
    server.cut()
    await service.stop()
  })
})

describe('stretto mcp', () => {
  it('writes nothing but the protocol to standard output, and its log to standard error', async () => {
    const { child, send } = start()
    const lines: string[] = []
    const logged: string[] = []
    createInterface({ input: child.stderr! }).on('line', (line) => logged.push(line))
    createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line))
    send(INITIALIZE)
    send(asking(2))
    await expect.poll(() => lines.some((line) => line.includes('"id":2'))).toBe(true)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    await expect.poll(() => logged.some((line) => line.includes('"route":"/consensus-iterative"'))).toBe(true)
    child.stdin!.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('ends with its calls of models when its client is killed', async () => {
    isHeld = true
    const { child, send } = start()
    send(INITIALIZE)
    send(asking(2))
    await expect.poll(() => provider.calls.length).toBe(2)
    child.stdout!.destroy()
    child.stderr!.destroy()
    child.stdin!.destroy()
    expect(await once(child, 'exit')).toEqual([0, null])
    await expect.poll(allGone).toEqual([true, true])
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s, with its calls of models', async (signal) => {
    isHeld = true
    const { child, send } = start()
    send(INITIALIZE)
    send(asking(2))
    await expect.poll(() => provider.calls.length).toBe(2)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
    await expect.poll(allGone).toEqual([true, true])
  })

  it('goes on working for a client that does not read for a while, and loses no answer', async () => {
    const { child, send } = start()
    send(INITIALIZE)
    const count = 300
    for (let id = 2; id < count; id++) send({ jsonrpc: '2.0', id, method: 'tools/list' })
    send(asking(count))
    await expect.poll(() => provider.calls.length).toBe(2)
    const lines: string[] = []
    createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line))
    await expect.poll(() => lines.filter((line) => line.includes('"result"')).length).toBe(count)
    expect(lines.some((line) => line.includes('"status":"completed"'))).toBe(true)
    child.stdin!.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

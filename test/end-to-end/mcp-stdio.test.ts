import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../src/main/serve.ts'
import {
  asking,
  type HeldProvider,
  INITIALIZE,
  MALFORMED,
  QUESTION,
  startHeldProvider,
} from '../support/mcp-calls.ts'
import { CLIENTS, overStdio } from '../support/mcp-clients.ts'
import { connect } from '../support/mcp-connect.ts'
import { settingsFor } from '../support/scripted-provider.ts'
import { newFolder, openService } from '../support/service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../bin/stretto.mjs', import.meta.url))
const ARGUMENTS = [PROGRAM, 'mcp']

let folder: string
let provider: HeldProvider
let environment: Record<string, string>
beforeEach(async () => {
  provider = await startHeldProvider()
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

/** The process without a client: what it is sent, and the lines that it writes. */
function start() {
  const child = spawn(process.execPath, ARGUMENTS, { cwd: ROOT, env: environment })
  const linesOf = (input: Readable) => {
    const lines: string[] = []
    createInterface({ input }).on('line', (line) => lines.push(line))
    return lines
  }
  const send = (...messages: Array<object | string>) => {
    for (const one of messages) child.stdin.write(`${typeof one === 'string' ? one : JSON.stringify(one)}\n`)
  }
  const ended = async () => {
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  }
  return { child, send, ended, written: () => linesOf(child.stdout), logged: () => linesOf(child.stderr) }
}

/** The process in the middle of a call, and its end, with its calls of models. */
async function startCall() {
  provider.hold()
  const { child, send } = start()
  send(INITIALIZE, asking(2))
  await expect.poll(() => provider.calls.length).toBe(2)
  const ended = async () => {
    expect(await once(child, 'exit')).toEqual([0, null])
    await expect.poll(provider.gone).toEqual([true, true])
  }
  return { child, ended }
}

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
    provider.hold()
    const client = await connect(version, overStdio(version, parameters()))
    const leaving = new AbortController()
    const called = client.call('ask_panel', QUESTION, { signal: leaving.signal }).catch(() => 'given up')
    await expect.poll(() => provider.calls.length).toBe(2)
    leaving.abort()
    expect(await called).toBe('given up')
    await expect.poll(provider.gone).toEqual([true, true])
    const other = client.call('ask_panel', { ...QUESTION, query: 'Twice 21?' }).catch(() => {})
    await expect.poll(() => provider.calls.length).toBe(4)
    await client.close()
    await other
    await expect.poll(provider.gone).toEqual([true, true, true, true])
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
    const { send, ended, ...streams } = start()
    const [lines, logged] = [streams.written(), streams.logged()]
    send(INITIALIZE, asking(2))
    await expect.poll(() => lines.some((line) => line.includes('"id":2'))).toBe(true)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    await expect.poll(() => logged.some((line) => line.includes('"route":"/consensus-iterative"'))).toBe(true)
    await ended()
  })

  it('answers what is no message, and says so in one line; replies that are none are not answered', async () => {
    environment.LOG_LEVEL = 'error'
    const { send, ended, ...streams } = start()
    const [lines, logged] = [streams.written(), streams.logged()]
    send(...MALFORMED.map(([, sent]) => sent))
    send({ id: 5, method: 'ping' }, asking(6, { query: 'x'.repeat(12_000_000) }), '')
    send({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })
    send(INITIALIZE, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: {} } })
    send({ jsonrpc: '2.0', id: 7, method: 'ping' })
    await expect.poll(() => lines.at(-1)).toContain('"id":7')
    const answers = lines.map((line) => JSON.parse(line)).filter(({ error }) => error !== undefined)
    expect(answers.map(({ id, error }) => [id, error.code])).toEqual([
      ...MALFORMED.map(([, , code]) => [undefined, code]),
      [5, -32600],
      [6, -32600],
    ])
    await expect.poll(() => logged.length).toBe(answers.length + 2)
    for (const line of logged) expect(line).toMatch(/^stretto mcp: [A-Z][^[{]*$/)
    await ended()
  })

  it('ends with its calls of models when its client is killed', async () => {
    const { child, ended } = await startCall()
    child.stdout.destroy()
    child.stderr.destroy()
    child.stdin.destroy()
    await ended()
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s, with its calls of models', async (signal) => {
    const { child, ended } = await startCall()
    child.kill(signal)
    await ended()
  })

  it('goes on working for a client that does not read for a while, and loses no answer', async () => {
    const { send, ended, written } = start()
    send(INITIALIZE)
    const count = 300
    for (let id = 2; id < count; id++) send({ jsonrpc: '2.0', id, method: 'tools/list' })
    send(asking(count))
    await expect.poll(() => provider.calls.length).toBe(2)
    const lines = written()
    await expect.poll(() => lines.filter((line) => line.includes('"result"')).length).toBe(count)
    expect(lines.some((line) => line.includes('"status":"completed"'))).toBe(true)
    await ended()
  })
})

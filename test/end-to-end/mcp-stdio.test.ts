import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../support/fresh-folder.ts'
import { type ListeningService, listenHere } from '../support/listening-service.ts'
import {
  asking,
  calling,
  type HeldProvider,
  INITIALIZE,
  MALFORMED,
  QUESTION,
  startHeldProvider,
} from '../support/mcp-calls.ts'
import { CLIENTS, overStdio } from '../support/mcp-clients.ts'
import { connect } from '../support/mcp-connect.ts'
import { settingsFor } from '../support/scripted-provider.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../bin/stretto.mjs', import.meta.url))
const ARGUMENTS = [PROGRAM, 'mcp']
const KEY = 'key-of-alice'

let provider: HeldProvider
let service: ListeningService
beforeEach(async () => {
  provider = await startHeldProvider()
  service = await listenHere({ ...settingsFor(provider), API_KEYS: `alice:${KEY}` })
})
afterEach(async () => {
  await service.stop()
  await provider.close()
})

/** The environment of a process that opens the service itself, which takes most of its time. */
async function alone(): Promise<Record<string, string>> {
  const folder = freshFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return {
    PATH: process.env.PATH!,
    ...settingsFor(provider),
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    // The one who starts the process is the caller, and needs none of these.
    API_KEYS: `alice:${KEY}`,
  }
}

/** The environment of a process that asks the service in this process. */
const remote = (key: string = KEY): Record<string, string> => ({
  PATH: process.env.PATH!,
  STRETTO_URL: service.edgeUrl,
  STRETTO_API_KEY: key,
})

/** How to start the process, for a client; what it logs is thrown away. */
const parameters = (env: Record<string, string>) => ({
  command: process.execPath,
  args: ARGUMENTS,
  cwd: ROOT,
  env,
  stderr: 'ignore' as const,
})

/** The process without a client: what it is sent, and the lines that it writes. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ARGUMENTS, { cwd: ROOT, env })
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

/** The answer to a message, once it is among the lines. */
async function answerTo(id: number, lines: string[]) {
  const isAnswer = (line: string) => line.includes(`"id":${id}`)
  await expect.poll(() => lines.some(isAnswer)).toBe(true)
  return JSON.parse(lines.find(isAnswer)!)
}

/** The process in the middle of a call, and its end, with its calls of models. */
async function startCall(env: Record<string, string>) {
  provider.hold()
  const { child, send } = start(env)
  send(INITIALIZE, asking(2))
  await expect.poll(() => provider.calls.length).toBe(2)
  const ended = async () => {
    expect(await once(child, 'exit')).toEqual([0, null])
    await expect.poll(provider.gone).toEqual([true, true])
  }
  return { child, ended }
}

describe.each(CLIENTS)('stretto mcp, for the client %s', (version) => {
  it('answers with the result of a panel, which a running service asks if it accepts the key', async () => {
    const client = await connect(version, overStdio(version, parameters(remote())))
    const told: string[] = []
    const onprogress = ({ message = '' }) => void told.push(message)
    const { structuredContent } = await client.call('ask_panel', QUESTION, { onprogress })
    expect(structuredContent).toMatchObject({ status: 'completed', result: { answer: '42' } })
    // A client may drop what arrives together with the result.
    expect(told.some((line) => line.endsWith('has answered: 42'))).toBe(true)
    const found = await client.call('get_result', { id: structuredContent.result.result_id })
    expect(found.structuredContent.result.answer).toBe('42')
    await expect(client.call('ask_oracle')).rejects.toMatchObject({ code: -32602 })
    const long = await client.call('ask_panel', { query: 'x'.repeat(1_000_000) })
    expect(long.content[0]!.text).toContain('query must have at most 200000 characters')
    await client.close()
    const stranger = await connect(version, overStdio(version, parameters(remote('key-of-nobody'))))
    const refused = await stranger.call('ask_panel', QUESTION)
    expect(refused).toMatchObject({ isError: true })
    expect(refused.content[0]!.text).toContain('API key')
    await stranger.close()
  })

  it('ends the calls of models when the call of a tool is given up, or the client leaves', async () => {
    provider.hold()
    const client = await connect(version, overStdio(version, parameters(remote())))
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
})

describe('stretto mcp', () => {
  it('needs no running service, writes nothing but the protocol to standard output, and its log to standard error', async () => {
    const { send, ended, ...streams } = start(await alone())
    const [lines, logged] = [streams.written(), streams.logged()]
    send(INITIALIZE, asking(2))
    const { result } = (await answerTo(2, lines)).result.structuredContent
    expect(result.answer).toBe('42')
    send(calling(3, 'get_result', { id: result.result_id }))
    expect((await answerTo(3, lines)).result.structuredContent.result.answer).toBe('42')
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    await expect.poll(() => logged.some((line) => line.includes('"route":"/consensus-iterative"'))).toBe(true)
    await ended()
  })

  it('answers what is no message, and says so in one line; replies that are none are not answered', async () => {
    const { send, ended, ...streams } = start(remote())
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
      // Refused while it arrives, before anybody has read its id.
      [undefined, -32600],
    ])
    await expect.poll(() => logged.length).toBe(answers.length + 2)
    for (const line of logged) expect(line).toMatch(/^stretto mcp: [A-Z][^[{]*$/)
    await ended()
  })

  it('ends with its calls of models when its client is killed', async () => {
    const { child, ended } = await startCall(remote())
    child.stdout.destroy()
    child.stderr.destroy()
    child.stdin.destroy()
    await ended()
  })

  it.each([
    ['SIGTERM', alone],
    ['SIGINT', remote],
  ] as const)('ends on %s, with its calls of models', async (signal, environment) => {
    const { child, ended } = await startCall(await environment())
    child.kill(signal)
    await ended()
  })

  it('goes on working for a client that does not read for a while, and loses no answer', async () => {
    const { send, ended, written } = start(remote())
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

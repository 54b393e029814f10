import { type ConnectedMcpSessionPort, withTasks } from '@modelcontextprotocol/ext-tasks/client'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { inProcess } from '../support/mcp-clients.ts'
import { ANSWER, FIRST_EVENTS, scriptedEdge, toolsOn } from '../support/scripted-edge.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const TASKS = 'io.modelcontextprotocol/tasks'
const DECLARED = { extensions: { [TASKS]: {} } }

// biome-ignore lint/suspicious/noExplicitAny: a message as it is on the wire
type Wire = any

let clock: ReturnType<typeof createVirtualClock>
let script: ReturnType<typeof scriptedEdge>
let transport: ReturnType<typeof inProcess>
let ids: number
beforeEach(async () => {
  clock = createVirtualClock()
  script = scriptedEdge()
  ids = 0
  transport = inProcess(toolsOn(script.edge, clock))
  await transport.start()
})
afterEach(() => transport.close())

/** Sends a request as it is on the wire, and returns the answer. */
function send(method: string, params: object, capabilities: object = DECLARED): Promise<Wire> {
  const id = ++ids
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  return new Promise((resolve) => {
    transport.onmessage = (message) => {
      if ((message as Wire).id === id) resolve(JSON.parse(JSON.stringify(message)))
    }
    void transport.send({ jsonrpc: '2.0', id, method, params: { ...params, _meta } } as JSONRPCMessage)
  })
}

const ask = (capabilities?: object) =>
  clock.advanceUntil(
    send('tools/call', { name: 'ask_panel', arguments: { query: ANSWER.query } }, capabilities),
  )

describe('a client that declares the tasks extension', () => {
  it('learns that the server has it', async () => {
    const { result } = await send('server/discover', {})
    expect(result.capabilities.extensions).toEqual({ [TASKS]: {} })
  })

  it('gets a task after 45 seconds, its state, and in the end the result of the call', async () => {
    script.tell(...FIRST_EVENTS)
    const { result: task } = await ask()
    const common = {
      taskId: 'task-1',
      createdAt: '1970-01-01T00:16:40.000Z',
      lastUpdatedAt: expect.any(String),
      ttlMs: 3_600_000,
      pollIntervalMs: 2_000,
    }
    expect(task).toMatchObject({
      ...common,
      resultType: 'task',
      status: 'working',
      statusMessage: 'vendor/one has answered: 42',
    })
    const { result: working } = await send('tasks/get', { taskId: 'task-1' })
    expect(working).toMatchObject({ ...common, resultType: 'complete', status: 'working' })
    expect((await send('tasks/update', { taskId: 'task-1', inputResponses: {} })).result).toMatchObject({
      resultType: 'complete',
    })
    script.finish()
    await expect
      .poll(async () => (await send('tasks/get', { taskId: 'task-1' })).result)
      .toMatchObject({
        ...common,
        status: 'completed',
        result: { structuredContent: { status: 'completed', result: { answer: '42' } } },
      })
  })

  it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('is told of an unknown task: %s', async (method) => {
    expect((await send(method, { taskId: 'task-2', inputResponses: {} })).error).toMatchObject({
      code: -32602,
      message: 'There is no such task.',
    })
  })
})

describe('the official client of the extension', () => {
  /** A session of it, which asks for tasks every 10 milliseconds. */
  function open() {
    const unheard = () => () => {}
    const port: ConnectedMcpSessionPort = {
      endpointId: 'test',
      taskCapabilities: { generation: 'v2', capabilities: {} },
      invalidated: false,
      onServerRequest: unheard,
      onNotification: unheard,
      onInvalidated: unheard,
      async dispatch(request) {
        const { method, params } = request as Wire
        const { result, error } = await send(method, params)
        if (error !== undefined) return { kind: 'error', error }
        return { kind: 'result', result: { ...result, ...('taskId' in result && { pollIntervalMs: 10 }) } }
      },
    }
    const session = withTasks(port)
    onTestFinished(() => session.close())
    return clock.advanceUntil(session.callTool('ask_panel', { query: ANSWER.query }))
  }

  it('gets the result of a call that became a task', async () => {
    const execution = await open()
    expect(execution.kind).toBe('task')
    script.finish()
    expect((await execution.settle()).outcome).toMatchObject({
      status: 'completed',
      result: { structuredContent: { status: 'completed', result: { answer: '42' } } },
    })
  })

  it('cancels it', async () => {
    const execution = await open()
    if (execution.kind !== 'task') throw new Error('There is no task.')
    await execution.cancel()
    expect(script.asked[0]!.signal.aborted).toBe(true)
    expect((await execution.settle()).outcome.status).toBe('cancelled')
  })
})

describe('a client that does not declare it', () => {
  it('gets a result with a task id instead', async () => {
    const { result } = await ask({})
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { status: 'running' } })
  })

  it('may not ask for tasks', async () => {
    await ask({})
    expect((await send('tasks/get', { taskId: 'task-1' }, {})).error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: DECLARED },
    })
  })
})

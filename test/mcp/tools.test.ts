import { beforeEach, describe, expect, it } from 'vitest'
import { StrettoApiError } from '../../src/client/index.ts'
import { MOST_OF_ONE } from '../../src/mcp/runs.ts'
import type { PanelTools } from '../../src/mcp/tool.ts'
import { CLIENTS, inProcess } from '../support/mcp-clients.ts'
import { connect } from '../support/mcp-connect.ts'
import { ANSWER, FIRST_EVENTS, scriptedEdge, toolsOn } from '../support/scripted-edge.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const QUESTION = { query: ANSWER.query }
const soon = () => new Promise(setImmediate)

let clock: ReturnType<typeof createVirtualClock>
let reported: unknown[]
beforeEach(() => {
  clock = createVirtualClock()
  reported = []
})

/** Tools on a scripted API. */
function open(script = scriptedEdge(), options: Partial<PanelTools> = {}) {
  const report = (error: unknown) => void reported.push(error)
  return { ...script, tools: toolsOn(script.edge, clock, { report, ...options }) }
}

/** Waits until the API has been asked so often. */
async function askedOf(script: { asked: unknown[] }, times = 1): Promise<void> {
  while (script.asked.length < times) await soon()
}

describe.each(CLIENTS)('the tools, for the client %s', (version) => {
  const to = (tools: PanelTools) => connect(version, inProcess(tools))

  it('are four that only read, with a title and schemas of what goes in and comes out', async () => {
    const client = await to(open().tools)
    const tools = await client.tools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['ask_panel', 'check_claim', 'search_axioms', 'get_result'],
    ])
    for (const { title, inputSchema, outputSchema, annotations } of tools) {
      expect(title).toMatch(/^[A-Z]/)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/\$ref|\$defs/)
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    }
    expect(tools.map(({ annotations }) => annotations.openWorldHint)).toEqual([true, true, false, false])
  })

  it('return an answer with its confidence, dissent and cost, and tell who has answered', async () => {
    const script = open()
    const client = await to(script.tools)
    script.tell(...FIRST_EVENTS)
    const told: Array<string | undefined> = []
    const called = client.call('ask_panel', QUESTION, { onprogress: ({ message }) => told.push(message) })
    while (told.length < 2) await soon()
    script.finish()
    const { structuredContent, content, isError } = await called
    expect(told).toEqual(['3 models are answering.', 'vendor/one has answered: 42'])
    expect(isError).toBeFalsy()
    expect(structuredContent).toMatchObject({
      status: 'completed',
      result: {
        result_id: 'result-1',
        answer: '42',
        outcome: 'majority',
        trust: [
          '2 of 3 models agree.',
          'vendor/three says 41. I counted.',
          'About 90% sure that it is right.',
        ],
        confidence: 0.9,
        dissent: [{ name: 'vendor/three', answer: '41' }],
        divergence: { initial_D: 0.5, final_D: 0.25 },
        usage: { calls: 3, cost_usd: 0.003 },
      },
    })
    expect(content[0]!.text).toBe(
      [
        'It is 42.',
        '**Trust:**\n- 2 of 3 models agree.\n- vendor/three says 41. I counted.\n- About 90% sure that it is right.\n- Two of three models gave this answer independently.',
        '**Cost:** 3 calls, $0.003, 1.2 s. Result id: result-1',
      ].join('\n\n'),
    )
  })

  it('check a claim, and say who says what', async () => {
    const script = open()
    script.finish()
    const client = await to(script.tools)
    const claim = 'The Earth is flat.'
    const { structuredContent, content } = await client.call('check_claim', { claim })
    expect(structuredContent).toMatchObject({ status: 'completed', result: { verdict: 'false' } })
    expect(content[0]!.text).toContain('**False:** The Earth is flat.')
    expect(content[0]!.text).toContain('- vendor/one: false – It is an oblate spheroid.')
    expect(script.asked[0]!.request).toEqual({ claims: [claim] })
  })

  it('return what is known after 45 seconds, and the result when it is asked for', async () => {
    const script = open()
    const client = await to(script.tools)
    script.tell(...FIRST_EVENTS)
    const called = client.call('ask_panel', QUESTION)
    const { structuredContent: known, content } = await clock.advanceUntil(called)
    expect(clock.asked).toEqual([45_000])
    expect(known).toMatchObject({
      status: 'running',
      so_far: {
        doing: 'vendor/one has answered: 42',
        voices: [
          { name: 'vendor/one', answered: true, answer: '42' },
          { name: 'vendor/two', answered: false, answer: null },
          { name: 'vendor/three', answered: false, answer: null },
        ],
        D: null,
      },
    })
    expect(content[0]!.text).toContain(`get_result with the id ${known.task_id}`)
    const waiting = client.call('get_result', { id: known.task_id, wait_seconds: 10 })
    expect((await clock.advanceUntil(waiting)).structuredContent.status).toBe('running')
    const finished = client.call('get_result', { id: known.task_id })
    while (clock.waiting() === 0) await soon()
    script.finish()
    expect((await finished).structuredContent).toMatchObject({
      status: 'completed',
      result: { answer: '42' },
    })
    expect((await client.call('get_result', { id: known.task_id })).structuredContent.status).toBe(
      'completed',
    )
  })

  it('end a run whose call is given up', async () => {
    const script = open()
    const client = await to(script.tools)
    const leaving = new AbortController()
    const called = client.call('ask_panel', QUESTION, { signal: leaving.signal }).catch(() => 'given up')
    await askedOf(script)
    leaving.abort()
    expect(await called).toBe('given up')
    await expect.poll(() => script.asked[0]!.signal.aborted).toBe(true)
  })

  it('end a run whose client leaves', async () => {
    const script = open()
    const client = await to(script.tools)
    const called = client.call('ask_panel', QUESTION).catch(() => {})
    await askedOf(script)
    await client.close()
    await called
    await expect.poll(() => script.asked[0]!.signal.aborted).toBe(true)
  })

  it('go on with a run that was handed over, until get_result cancels it', async () => {
    const script = open()
    const client = await to(script.tools)
    const leaving = new AbortController()
    const called = client.call('ask_panel', QUESTION, { signal: leaving.signal })
    const { structuredContent } = await clock.advanceUntil(called)
    leaving.abort()
    await soon()
    expect(script.asked[0]!.signal.aborted).toBe(false)
    const id = structuredContent.task_id
    const ended = await client.call('get_result', { id, cancel: true })
    expect(ended.structuredContent).toEqual({ status: 'cancelled' })
    expect(script.asked[0]!.signal.aborted).toBe(true)
  })

  it('do not show a run to another caller', async () => {
    const script = open(scriptedEdge())
    script.edge.result = async () => {
      throw new StrettoApiError({ status: 404, code: 'not_found', message: 'There is none.' })
    }
    const client = await to(script.tools)
    const { structuredContent } = await clock.advanceUntil(client.call('ask_panel', QUESTION))
    const id = structuredContent.task_id
    const other = await to({ ...script.tools, owner: 'two' })
    const refused = await other.call('get_result', { id, cancel: true })
    expect(refused.isError).toBe(true)
    expect(refused.content[0]!.text).toContain(`no run and no stored result with the id ${id}`)
    expect(script.asked[0]!.signal.aborted).toBe(false)
  })

  it('ask the user before a call that may cost more than the operator set', async () => {
    const script = open(scriptedEdge({ most: 0.5 }), { confirmAbove: 0.25 })
    const messages: string[] = []
    const answers = ['decline', 'accept'] as const
    const onConsent = (message: string) => answers[messages.push(message) - 1]!
    const client = await connect(version, inProcess(script.tools), { onConsent })
    const declined = await client.call('ask_panel', QUESTION)
    expect(declined.structuredContent).toEqual({ status: 'declined' })
    expect(script.asked).toEqual([])
    expect(messages).toEqual([
      'This may cost up to $0.50, and calls above $0.25 need your consent. Ask the models?',
    ])
    const agreed = client.call('ask_panel', { ...QUESTION, confirm_cost_usd: 100 })
    await askedOf(script)
    script.finish()
    expect((await agreed).structuredContent.status).toBe('completed')
    expect(messages).toHaveLength(2)
  })

  it('pass on how much work an answer is worth, and how long to wait', async () => {
    const script = open()
    const effort = { effort: 'high', reasoning_effort: 'low', patience: 20 }
    const client = await connect(CLIENTS[0]!, inProcess(script.tools))
    const called = client.call('ask_panel', { ...QUESTION, ...effort })
    await askedOf(script)
    script.finish()
    await called
    expect(script.asked[0]!.request).toMatchObject(effort)
  })

  it('say how to go on where the user cannot be asked', async () => {
    const script = open(scriptedEdge({ most: 0.5 }), { confirmAbove: 0.25 })
    const client = await to(script.tools)
    const refused = await client.call('ask_panel', QUESTION)
    expect(refused.isError).toBe(true)
    expect(refused.content[0]!.text).toContain('confirm_cost_usd: 0.5')
    expect(refused.content[0]!.text).toContain('MCP_CONFIRM_USD')
    expect((await client.call('ask_panel', { ...QUESTION, confirm_cost_usd: 0.4 })).isError).toBe(true)
    expect(script.asked).toEqual([])
    const confirmed = client.call('ask_panel', { ...QUESTION, confirm_cost_usd: 0.5 })
    await askedOf(script)
    expect(script.asked[0]!.request).toEqual({ ...QUESTION, skip_cache: false })
    script.finish()
    expect((await confirmed).isError).toBeFalsy()
  })

  it('say what is wrong with arguments, and that there is no such tool', async () => {
    const client = await to(open().tools)
    const wrong = await client.call('ask_panel', { query: 7, question: 'x' })
    expect(wrong.isError).toBe(true)
    expect(wrong.content[0]!.text).toBe(
      'The arguments of ask_panel are not valid:\n- query: query is required and must be a string\n- arguments: Unrecognized key: "question"',
    )
    await expect(client.call('ask_oracle')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('There is no tool ask_oracle. The tools are ask_panel,'),
    })
  })
})

describe('the tools', () => {
  const to = (tools: PanelTools) => connect('2.x', inProcess(tools))

  it('hand over checks too', async () => {
    const client = await to(open().tools)
    const { structuredContent } = await clock.advanceUntil(client.call('check_claim', { claim: 'x' }))
    expect(structuredContent).toMatchObject({ status: 'running', so_far: { doing: 'The models are asked.' } })
  })

  it.each([
    ['ask_panel', { query: 'x', models: ['one'] }, 'models must have at least 2 entries'],
    ['check_claim', { claim: 'x'.repeat(1_000_000) }, 'a claim must be a string of 1 to 2000 characters'],
    ['check_claim', { claim: 'x', context: [{ title: 'a' }] }, 'context.0.text: '],
    ['search_axioms', { query: ['x'] }, 'query is required and must be a string'],
  ])('refuse what the API refuses, before anything is asked: %s', async (name, args, problem) => {
    const script = open()
    const { isError, content } = await (await to(script.tools)).call(name, args)
    expect(isError).toBe(true)
    expect(content[0]!.text).toContain(problem)
    expect(script.asked).toEqual([])
  })

  it('answer two calls at once, each with its own', async () => {
    const script = open()
    const client = await to(script.tools)
    const panel = client.call('ask_panel', QUESTION)
    const claim = client.call('check_claim', { claim: 'x' })
    await askedOf(script, 2)
    script.finish()
    expect((await panel).structuredContent.result).toHaveProperty('final_answer')
    expect((await claim).structuredContent.result).toHaveProperty('verdict')
  })

  it('begin no more runs than they can keep, and say so', async () => {
    const script = open()
    const client = await to(script.tools)
    const calls = Array.from({ length: MOST_OF_ONE }, () => client.call('check_claim', { claim: 'x' }))
    await askedOf(script, MOST_OF_ONE)
    const refused = await client.call('ask_panel', QUESTION)
    expect(refused.isError).toBe(true)
    expect(refused.content[0]!.text).toBe(
      '20 runs of yours are going on, and no more are begun. Fetch or cancel them with get_result, or try again later.',
    )
    const other = await to({ ...script.tools, owner: 'two' })
    const begun = other.call('check_claim', { claim: 'x' })
    await askedOf(script, MOST_OF_ONE + 1)
    script.finish()
    await Promise.all([...calls, begun])
  })

  it('ask for consent if the cost is not known, and not if a budget keeps it low', async () => {
    const unknown = open(scriptedEdge({ most: null, first: null }), { confirmAbove: 0.25 })
    const client = await to(unknown.tools)
    const refused = await client.call('ask_panel', QUESTION)
    expect(refused.content[0]!.text).toContain('What this costs is not known')
    const bounded = open(scriptedEdge({ most: 5, first: 0.1 }), { confirmAbove: 0.25 })
    const frugal = await to(bounded.tools)
    const called = frugal.call('ask_panel', { ...QUESTION, max_cost_usd: 0.2 })
    await askedOf(bounded)
    bounded.finish()
    expect((await called).isError).toBeFalsy()
  })

  it('pass on what the service says of a failure, and hide what nobody foresaw', async () => {
    const script = open()
    const client = await to(script.tools)
    script.edge.check = async () => {
      throw new StrettoApiError({
        status: 429,
        code: 'rate_limited',
        message: 'Rate limit exceeded.',
        requestId: 'request-1',
        retryAfterSeconds: 7,
      })
    }
    const limited = await client.call('check_claim', { claim: 'x' })
    expect(limited).toMatchObject({
      isError: true,
      content: [{ text: 'Rate limit exceeded.\nTry again in 7 s.\n(error rate_limited, request request-1)' }],
    })
    const secret = new Error('a path of this machine')
    script.edge.check = async () => {
      throw secret
    }
    const { content } = await client.call('check_claim', { claim: 'x' })
    expect(content[0]!.text).toBe('The tool failed unexpectedly. The log of the service says why.')
    expect(reported).toEqual([secret])
  })
})

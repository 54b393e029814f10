import OpenAI from 'openai'
import type {
  Response,
  ResponseFunctionToolCall,
  ResponseInput,
  ResponseOutputMessage,
} from 'openai/resources/responses/responses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import { askedFor, replyAs } from '../support/panel-replies.ts'
import type { ReceivedCall } from '../support/scripted-provider.ts'
import { sendCalls } from '../support/tool-replies.ts'

describe('tools through the Responses API', () => {
  const parameters = {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  }
  const tools: OpenAI.Responses.FunctionTool[] = [
    { type: 'function', name: 'find_city', description: 'Finds a city', parameters, strict: null },
    { type: 'function', name: 'weather', parameters, strict: false },
  ]
  const asked = { role: 'user' as const, content: 'How warm is it in the capital of Italy?' }

  let agents: ChatService
  let agent: OpenAI
  beforeAll(async () => {
    agents = await openChatService(act, { DEFAULT_MODELS: 'a/one,b/two,c/three' })
    agent = new OpenAI({ baseURL: agents.baseURL, apiKey: 'none', maxRetries: 0 })
  })
  afterAll(() => agents.stop())

  function act(call: ReceivedCall, response: Parameters<typeof sendCalls>[1]): unknown {
    if (askedFor(call.prompt) === 'groups') return replyAs('', call)
    const results = (call.body.messages as Array<{ role: string }>).filter(({ role }) => role === 'tool')
    if (results.length === 2) return 'It is 21 degrees in Rome.'
    const name = results.length === 0 ? 'find_city' : 'weather'
    return sendCalls(
      call,
      response,
      [{ name, arguments: { city: 'Rome' } }],
      name === 'weather' ? '' : 'I look.',
    )
  }

  /** Runs the calls of a response, until there are none. */
  async function loop(ask: (input: ResponseInput) => Promise<Response>): Promise<Response[]> {
    const input: ResponseInput = [asked]
    const responses: Response[] = []
    for (;;) {
      const response = await ask(input)
      responses.push(response)
      input.push(...(response.output as ResponseInput))
      const calls = response.output.filter((item) => item.type === 'function_call')
      if (calls.length === 0) return responses
      for (const { call_id, name } of calls)
        input.push({
          type: 'function_call_output',
          call_id,
          output: name === 'weather' ? '21 degrees' : 'Rome',
        })
    }
  }

  it.each([
    ['whole', (input: ResponseInput) => agent.responses.create({ model: 'stretto/auto', input, tools })],
    [
      'streamed',
      (input: ResponseInput) =>
        agent.responses.stream({ model: 'stretto/auto', input, tools }).finalResponse() as Promise<Response>,
    ],
  ])('run an agent in three steps whose responses are %s', async (_, ask) => {
    const responses = await loop(ask)
    expect(responses.map(({ output }) => output.map(({ type }) => type))).toEqual([
      ['message', 'function_call'],
      ['function_call'],
      ['message'],
    ])
    expect(responses[0]!.output[1]).toMatchObject({
      id: expect.stringMatching(/^fc_/),
      call_id: expect.stringMatching(/^[a-z0-9]{9}$/),
      name: 'find_city',
      arguments: '{"city":"Rome"}',
      status: 'completed',
    })
    expect(responses[2]!.output_text).toBe('It is 21 degrees in Rome.')
    const { messages, tools: sent } = agents.calls.at(-1)!.body
    expect(messages).toMatchObject([
      asked,
      { role: 'assistant', content: 'I look.', tool_calls: [{ function: { name: 'find_city' } }] },
      { role: 'tool', content: 'Rome' },
      { role: 'assistant', tool_calls: [{ function: { name: 'weather' } }] },
      { role: 'tool', content: '21 degrees' },
    ])
    // A schema that leaves nothing open is strict unless the caller says otherwise.
    expect((sent as Array<{ function: object }>).map((tool) => tool.function)).toMatchObject([
      { name: 'find_city', strict: true },
      { name: 'weather', strict: false },
    ])
  })

  it('take references to earlier items for what they were', async () => {
    const first = await agent.responses.create({ model: 'stretto/auto', input: [asked], tools })
    const [said, call] = first.output as [ResponseOutputMessage, ResponseFunctionToolCall]
    await agent.responses.create({
      model: 'stretto/auto',
      input: [
        asked,
        { type: 'item_reference', id: said.id },
        { type: 'item_reference', id: 'rs_1' },
        { type: 'item_reference', id: call.id! },
        {
          type: 'function_call_output',
          call_id: call.call_id,
          output: [{ type: 'input_text', text: 'Rome' }],
        },
      ],
      tools,
    })
    expect(agents.calls.at(-1)!.body.messages).toMatchObject([
      asked,
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: call.call_id, function: { name: 'find_city', arguments: '{"city":"Rome"}' } }],
      },
      { role: 'tool', content: 'Rome' },
    ])
  })

  it('have short ids if nothing is to be stored', async () => {
    const { output } = await agent.responses.create({
      model: 'stretto/auto',
      input: [asked],
      tools,
      store: false,
    })
    expect(output.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      expect.stringMatching(/^fc_[0-9a-f]{32}$/),
    ])
  })

  it('must be called as tool_choice says', async () => {
    const tool_choice = { type: 'function' as const, name: 'find_city' }
    const response = await agent.responses.create({
      model: 'stretto/auto',
      input: [asked],
      tools,
      tool_choice,
      parallel_tool_calls: false,
    })
    expect(response).toMatchObject({ tool_choice, parallel_tool_calls: false })
    expect(agents.calls.at(-1)!.body).toMatchObject({
      tool_choice: { type: 'function', function: { name: 'find_city' } },
      parallel_tool_calls: false,
    })
  })
})

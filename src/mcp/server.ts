import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { validationError } from '../contract/validation-error.ts'
import { SERVICE_NAME, SOFTWARE_VERSION } from '../contract/versions.ts'
import { waitUnless } from '../utils/time-limits.ts'
import type { CallContext, PanelTools, ToolResult } from './tool.ts'
import { failed, failureOf } from './tool-failure.ts'
import { TOOLS } from './tools.ts'

const INSTRUCTIONS =
  'Stretto asks several language models one question and tells how far they agree. Use ask_panel where a mistake would matter, check_claim for one statement, search_axioms for checked statements. A result with status running has a task_id: call get_result with it. Tell the user the confidence, the dissent and the cost.'

/** Creates a server with all tools, for one connection or one request. */
export function createPanelServer(tools: PanelTools): Server {
  const server = new Server(
    { name: SERVICE_NAME, title: 'Stretto', version: SOFTWARE_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools: LISTED_TOOLS }))
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool(params, {
      ...tools,
      wait: tools.wait ?? ((milliseconds, signal) => waitUnless(milliseconds, [signal])),
      canAsk: canBeAsked(server, context),
      answers: context.mcpReq.inputResponses,
      signal: context.mcpReq.signal,
      tell: progressTo(context),
    }),
  )
  return server
}

const LISTED_TOOLS: ListedTool[] = TOOLS.map(({ name, title, description, input, output, annotations }) => ({
  name,
  title,
  description,
  inputSchema: jsonSchemaOf(input, 'input'),
  outputSchema: jsonSchemaOf(output, 'output'),
  annotations: { title, destructiveHint: false, ...annotations },
}))

/** A schema without references, which not every client follows, and without a dialect, which not every client knows. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    // What has an id in the registry would be referred to; all else that stands there is added here.
    metadata: z.registry(),
    override({ zodSchema, jsonSchema }) {
      const { id: __, ...about } = z.globalRegistry.get(zodSchema) ?? {}
      Object.assign(jsonSchema, about)
    },
  })
  return described as ListedTool['inputSchema']
}

/** Calls a tool; what goes wrong in it is a result, so that a model can read it. */
async function callTool(
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> },
  call: CallContext,
): Promise<ToolResult> {
  const tool = TOOLS.find((one) => one.name === name)
  if (tool === undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no tool ${name.slice(0, 100)}. The tools are ${TOOLS.map((one) => one.name).join(', ')}.`,
    )
  const input = tool.input.safeParse(given)
  if (!input.success) {
    const { details = [] } = validationError(input.error, 'arguments')
    const problems = details.map(({ path, problem }) => `\n- ${path}: ${problem}`)
    return failed(`The arguments of ${name} are not valid:${problems.join('')}`)
  }
  try {
    return await tool.call(input.data, call)
  } catch (error) {
    return failureOf(error, call)
  }
}

/** Whether the client shows forms to its user, as it says with every request or when it connected; without a mode, it is meant. */
function canBeAsked(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined
  const told = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
  const { elicitation } = told ?? server.getClientCapabilities() ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** So many messages may wait for a client that does not read; more are dropped. */
const MOST_WAITING = 100

/** Tells the client what happens, if it asked for that. */
function progressTo({ mcpReq }: ServerContext): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  let waiting = 0
  return (message) => {
    progress++
    if (waiting >= MOST_WAITING) return
    waiting++
    mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
      // A client that has left is told nothing more.
      .catch(() => {})
      .finally(() => {
        waiting--
      })
  }
}

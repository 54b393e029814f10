import type { Schema } from './valid-value.ts'

/** An operation of an API as its OpenAPI document describes it. */
export interface Operation {
  api: 'edge' | 'local'
  method: string
  path: string
  /** Parameters in the path, the query and headers. */
  parameters: Array<{ name: string; in: string; schema: Schema }>
  body: Schema | null
  /** Headers that are always sent. */
  headers?: Record<string, string>
  /** The statuses that its document lists. */
  statuses: Set<string>
}

interface Document {
  paths: Record<string, Record<string, Described>>
  components?: { schemas?: Record<string, Schema> }
}

interface Described {
  parameters?: Array<{ name: string; in: string; schema?: Schema }>
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses: Record<string, unknown>
}

/** Reads the operations of an API from the document that it serves, and the schemas that they refer to. */
export async function readOperations(
  api: Operation['api'],
  url: string,
): Promise<{ operations: Operation[]; schemas: Record<string, Schema> }> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [], requestBody, responses }]): Operation => ({
        api,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map(({ name, in: place, schema = {} }) => ({ name, in: place, schema })),
        body: requestBody?.content?.['application/json']?.schema ?? null,
        statuses: new Set(Object.keys(responses)),
      }),
    ),
  )
  return { operations, schemas: document.components?.schemas ?? {} }
}

const MCP_HEADERS = { accept: 'application/json, text/event-stream' }

/** The calls of the tools that assistants find at /mcp, as clients of 2025 and of 2026 send them, and other messages. */
export async function readTools(url: string): Promise<Operation[]> {
  const listed = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...MCP_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const text = await listed.text()
  const { result } = JSON.parse(text.slice(text.indexOf('{'))) as {
    result: { tools: Array<{ name: string; inputSchema: Schema }> }
  }
  const { operations } = await readOperations('edge', url)
  const { statuses } = operations.find(({ path }) => path === '/mcp')!
  const calls = result.tools.map(({ name, inputSchema }) => ({
    method: 'tools/call',
    params: objectOf({ name: { const: name }, arguments: inputSchema }),
  }))
  const others = ['initialize', 'tools/list', 'server/discover', 'ping', 'notifications/cancelled']
  const messages = [...calls, ...others.map((method) => ({ method, params: objectOf({}) }))]
  return messages.flatMap(({ method, params }) =>
    [false, true].map((isModern): Operation => {
      const name = (params.properties?.name?.const as string | undefined) ?? 'task'
      return {
        api: 'edge',
        method: 'POST',
        path: '/mcp',
        parameters: [],
        headers: isModern ? { ...MCP_HEADERS, ...modernHeaders(method, name) } : MCP_HEADERS,
        body: objectOf({
          jsonrpc: { const: '2.0' },
          id: { type: 'integer' },
          method: { const: method },
          params: isModern ? objectOf({ ...params.properties, _meta: { const: ENVELOPE } }) : params,
        }),
        statuses,
      }
    }),
  )
}

const VERSION = '2026-07-28'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

function modernHeaders(method: string, name: string): Record<string, string> {
  return { 'mcp-protocol-version': VERSION, 'mcp-method': method, 'mcp-name': name }
}

/** An object that has all of these fields. */
function objectOf(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) }
}

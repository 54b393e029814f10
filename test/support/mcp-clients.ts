import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as EarlierStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as EarlierHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createPanelServer } from '../../src/mcp/server.ts'
import type { PanelTools } from '../../src/mcp/tool.ts'

/** The official clients, by their major version: that of the protocol of 2025, and that of 2026. */
export const CLIENTS = ['1.x', '2.x'] as const
export type ClientVersion = (typeof CLIENTS)[number]

/** A result of a tool, as tests read it. */
export interface CalledTool {
  isError?: boolean
  content: Array<{ type: string; text: string }>
  // biome-ignore lint/suspicious/noExplicitAny: tests read it field by field
  structuredContent?: any
}

interface CallOptions {
  signal?: AbortSignal
  onprogress?: (progress: { progress: number; message?: string }) => void
}

/** What tests need of both clients. */
export interface AnyClient {
  // biome-ignore lint/suspicious/noExplicitAny: tests read it field by field
  tools(): Promise<any[]>
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CalledTool>
  close(): Promise<void>
}

interface ClientOptions {
  /** What the user says when asked for consent; without it, the client cannot ask. */
  onConsent?: (message: string) => 'accept' | 'decline'
}

type Transport = Parameters<ModernClient['connect']>[0]

/** Connects a client of either version. */
export async function openClient(
  version: ClientVersion,
  transport: object,
  { onConsent }: ClientOptions = {},
): Promise<AnyClient> {
  const about = { name: 'test', version: '1' }
  const capabilities = onConsent === undefined ? {} : { elicitation: { form: {} } }
  const answer = (message: string) => ({ action: onConsent!(message), content: {} })
  if (version === '1.x') {
    const client = new EarlierClient(about, { capabilities })
    if (onConsent !== undefined)
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message))
    await client.connect(transport as Parameters<EarlierClient['connect']>[0])
    return {
      tools: async () => (await client.listTools()).tools,
      call: (name, args = {}, options = {}) =>
        client.callTool({ name, arguments: args }, undefined, options) as Promise<CalledTool>,
      close: () => client.close(),
    }
  }
  const client = new ModernClient(about, { capabilities, versionNegotiation: { mode: 'auto' } })
  if (onConsent !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => answer(params.message))
  await client.connect(transport as Transport)
  return {
    tools: async () => (await client.listTools()).tools,
    call: (name, args = {}, options = {}) =>
      client.callTool({ name, arguments: args }, options) as Promise<CalledTool>,
    close: () => client.close(),
  }
}

/** A transport to an endpoint over HTTP. */
export function overHttp(version: ClientVersion, url: string, headers: Record<string, string> = {}): object {
  const Http = version === '1.x' ? EarlierHttp : ModernHttp
  return new Http(new URL(url), { requestInit: { headers } })
}

/** A transport to a process that it starts. */
export function overStdio(version: ClientVersion, parameters: ConstructorParameters<typeof ModernStdio>[0]) {
  return version === '1.x' ? new EarlierStdio(parameters as never) : new ModernStdio(parameters)
}

/** A transport to tools in this process, and the end of the connection on the side of the tools. */
export function inProcess(tools: PanelTools): InMemoryTransport {
  const [near, far] = InMemoryTransport.createLinkedPair()
  serveStdio(() => createPanelServer(tools), { transport: far })
  return near
}

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { loadUserSettings } from '../main/load-settings.ts'
import { createRuns } from '../mcp/runs.ts'
import { createPanelServer } from '../mcp/server.ts'
import { type Connection, openClient } from './open-client.ts'
import { takeStandardOutput } from './protocol-output.ts'

/** There is one client, who started the process. */
const OWNER = 'stdio'

/** Serves the client until it closes standard input or ends the process; then nothing goes on. */
export async function serveAssistant(connection: Connection): Promise<void> {
  const output = takeStandardOutput()
  const report = (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  }
  const { MCP_CONFIRM_USD: confirmAbove } = loadUserSettings()
  const { edge, close } = await openClient({ ...connection, isLogged: true })
  const runs = createRuns({ newId: randomUUID, now: Date.now })
  const tools = { edge, runs, owner: OWNER, confirmAbove, report }
  const left = Promise.race([
    once(process.stdin, 'close'),
    once(process.stdin, 'end'),
    once(output, 'close'),
    once(process, 'SIGTERM'),
    once(process, 'SIGINT'),
  ]).catch(() => {})
  const serving = serveStdio(({ era }) => createPanelServer(tools, era), {
    transport: new StdioServerTransport(process.stdin, output),
    onerror: report,
  })
  await left
  runs.cancelAll()
  await serving.close()
  await close()
  process.exit(0)
}

import type { Command } from 'commander'
import { withConnection } from '../open-client.ts'

/** Adds `mcp`: tools for an assistant that starts this process and talks to it over standard input and output. */
export function addMcpCommand(program: Command): void {
  withConnection(
    program
      .command('mcp')
      .description('tools for assistants: the Model Context Protocol over standard input and output'),
  ).action(async (connection) => {
    const { serveAssistant } = await import('../serve-assistant.ts')
    await serveAssistant(connection)
  })
}

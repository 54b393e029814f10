// The command `mcp` as a program of its own, for tests that start it as a process.
import { Command } from 'commander'
import { addMcpCommand } from '../../src/cli/commands/mcp.ts'

const program = new Command()
addMcpCommand(program)
await program.parseAsync()

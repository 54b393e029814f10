import { Console } from 'node:console'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Transform, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { LIMITS } from '../contract/limits.ts'
import { inOneLine } from '../contract/progress-in-words.ts'
import { loadUserSettings } from '../main/load-settings.ts'
import { type Refused, readMessage, tooLong } from '../mcp/read-message.ts'
import { createRuns } from '../mcp/runs.ts'
import { createPanelServer } from '../mcp/server.ts'
import { type ConnectionOptions, openClient } from './open-client.ts'

/** There is one client, who started the process. */
const OWNER = 'stdio'

/** Serves the client until it closes standard input or ends the process; then nothing goes on. */
export async function serveAssistant(connection: ConnectionOptions): Promise<void> {
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
  const input = process.stdin.setEncoding('utf8').pipe(onlyMessages(output))
  const serving = serveStdio(() => Object.assign(createPanelServer(tools), { onerror: warn }), {
    transport: new StdioServerTransport(input, output),
    onerror: warn,
  })
  await left
  runs.cancelAll()
  await serving.close()
  await close()
  process.exit(0)
}

/** Says in one line what is wrong with what the client does, without the lists of issues of a schema. */
function warn({ message }: { message: string }): void {
  process.stderr.write(`stretto mcp: ${inOneLine(message.split('[\n')[0]!)}\n`)
}

/** Lets lines pass that are messages, and answers others, except replies: both sides could answer each other for ever. */
function onlyMessages(output: Writable): Transform {
  let rest = ''
  let isSkipped = false
  const refuse = ({ refusal, isReply }: Refused) => {
    warn(refusal.error)
    if (!isReply) output.write(`${JSON.stringify(refusal)}\n`)
  }
  return new Transform({
    decodeStrings: false,
    transform(text: string, _, done) {
      const lines = (rest + text).split('\n')
      if (isSkipped && lines.length > 1) {
        lines.shift()
        isSkipped = false
      }
      rest = lines.pop()!
      for (const line of lines) {
        if (line.trim() === '') continue
        const received = readMessage(line)
        if (received.message !== null) this.push(`${line}\n`)
        else refuse(received)
      }
      // Refused while it arrives: a line without an end would fill the memory.
      if (rest.length > LIMITS.bodyBytes) {
        if (!isSkipped) refuse(tooLong())
        isSkipped = true
        rest = ''
      }
      done()
    },
  })
}

/** Takes standard output for a protocol: everything else that is written there goes to standard error from now on. */
function takeStandardOutput(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  globalThis.console = new Console(stderr, stderr)
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, encoding, done) => void write(text, encoding, (error) => done(error)),
  })
  stdout.on('error', (error) => output.destroy(error))
  return output
}

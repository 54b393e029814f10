import { Console } from 'node:console'
import { Writable } from 'node:stream'

/** Takes standard output for a protocol: everything else that is written there goes to standard error from now on. */
export function takeStandardOutput(): Writable {
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

import { CommanderError } from 'commander'
import { failureOf } from './failure.ts'
import { buildProgram } from './program.ts'

/** Runs a command; no arguments start the service. The exit code is left in `process.exitCode`. */
export async function run(args: string[]): Promise<void> {
  // A reader that has seen enough, such as `head`, closes the pipe.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
  try {
    await buildProgram().parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    const { message, exitCode } = failureOf(error)
    process.stderr.write(`stretto: ${message}\n`)
    process.exitCode = exitCode
  }
}

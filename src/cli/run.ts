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
    process.stderr.write(`${await laidOut(`stretto: ${message}`)}\n`)
    process.exitCode = exitCode
  }
}

/** A message in lines that fit a terminal; in whole lines elsewhere. */
async function laidOut(message: string): Promise<string> {
  if (process.stderr.isTTY !== true) return message
  const { pageOn } = await import('./terminal/page.ts')
  const { wrap } = await import('./terminal/wrap.ts')
  return wrap(message, pageOn(process.stderr).columns).join('\n')
}

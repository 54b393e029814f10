import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'

/** `stretto serve`, which is also what `stretto` alone does. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the service: the edge API with the playground, and the local task API')
    .addHelpText(
      'after',
      '\nSettings are environment variables, or lines of a .env file in the working\ndirectory; “stretto settings” lists them.',
    )
    .action(async () => {
      const { startService } = await import('../../main/main.ts')
      await startService()
      // From now on garbage is collected when the heap has grown by 40 %, rather than to several times its size. With
      // hundreds of concurrent runs this halves the memory, most of which is garbage, without setting a limit. Not before:
      // what a start reads stays, and looking through it would take twice as many full collections.
      setFlagsFromString('--heap-growing-percent=40')
    })
}

import type { Command } from 'commander'

/** `stretto doctor`. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check Node.js, settings, keys, store and ports, and say what to do; exits with 1 if something is wrong',
    )
    .option('--call', 'try every key with one call that costs nothing')
    .action(async ({ call = false }: { call?: boolean }) => {
      const { checkUp } = await import('../../main/check-up.ts')
      const { printFindings } = await import('../print-findings.ts')
      process.exitCode = printFindings(await checkUp({ call }))
    })
}

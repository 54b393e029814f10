import type { Command } from 'commander'

/** `stretto doctor`. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check Node.js, settings, keys, store and ports, and say what to do; exits with 1 if something is wrong',
    )
    .option('--call', 'try every key with one call that costs nothing')
    .option('--repair', 'set a damaged database aside and rebuild it from everything that can still be read')
    .action(async ({ call = false, repair = false }: { call?: boolean; repair?: boolean }) => {
      const { checkUp } = await import('../../main/check-up/check-up.ts')
      const { printFindings } = await import('../print-findings.ts')
      process.exitCode = printFindings(await checkUp({ call, repair }))
    })
}

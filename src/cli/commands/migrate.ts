import type { Command } from 'commander'

/** `stretto migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('copy the database in DATA_DIR into that of DATABASE_URL; stop the service first')
    .action(async () => {
      const { loadSettings } = await import('../../main/load-settings.ts')
      const { moveToPostgres } = await import('../../main/move-to-postgres.ts')
      const lines = await moveToPostgres(loadSettings())
      process.stdout.write(`${lines.join('\n')}\n`)
    })
}

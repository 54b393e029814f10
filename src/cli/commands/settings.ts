import type { Command } from 'commander'

/** `stretto settings`. */
export function addSettingsCommand(program: Command): void {
  program
    .command('settings')
    .description('list the settings: environment variables, or lines of a .env file')
    .action(async () => {
      const { settingsText } = await import('../../config/settings.ts')
      process.stdout.write(settingsText())
    })
}

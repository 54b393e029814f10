import type { Command } from 'commander'

/** `stretto settings`. */
export function addSettingsCommand(program: Command): void {
  program
    .command('settings')
    .description('list the settings: environment variables, or lines of a .env file')
    .action(async () => {
      const { settingsText } = await import('../../config/settings.ts')
      const { pageOn } = await import('../terminal/page.ts')
      const { wrapAfter } = await import('../terminal/wrap.ts')
      const { columns } = pageOn(process.stdout)
      const lines = settingsText()
        .split('\n')
        .flatMap((line) =>
          line.startsWith(' ') ? wrapAfter('  ', line.trim(), columns, 4) : wrapAfter('', line, columns),
        )
      process.stdout.write(lines.join('\n'))
    })
}

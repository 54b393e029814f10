import type { Command } from 'commander'
import { withConnection } from '../open-client.ts'

/** `stretto models`. */
export function addModelsCommand(program: Command): void {
  withConnection(
    program
      .command('models')
      .argument('[text]', 'only models whose id or name contains this')
      .description('the models that can be asked, the keys in use, and how reliable the models were')
      .option('--json', 'print the responses as JSON'),
  ).action(async (text: string | undefined, options) => {
    const { showModels } = await import('../models.ts')
    await showModels(text, options)
  })
}

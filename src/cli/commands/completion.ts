import { Argument, type Command } from 'commander'
import type { Shell } from '../completion/scripts.ts'

/** `stretto completion`. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .description('print a script that completes commands and options in a shell')
    .addHelpText('after', AFTER)
    .action(async (shell: Shell) => {
      const { grammarOf } = await import('../completion/grammar.ts')
      const { completionScript } = await import('../completion/scripts.ts')
      process.stdout.write(completionScript(shell, grammarOf(program)))
    })
}

const AFTER = `
  bash   echo 'source <(stretto completion bash)' >> ~/.bashrc
  zsh    echo 'source <(stretto completion zsh)' >> ~/.zshrc, after compinit
  fish   stretto completion fish > ~/.config/fish/completions/stretto.fish`

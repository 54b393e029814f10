import type { Command, Option } from 'commander'

/** A word that can be typed, and what it means. */
export interface Word {
  word: string
  about: string
}

/** An option, and what can follow it: one of some values, anything, or nothing. */
export interface Flag extends Word {
  values: readonly string[] | 'anything' | null
}

/** What can follow a command: its subcommands and its options. */
export interface Place {
  /** The names of the command and those above it, without the program; empty for the program itself. */
  path: string[]
  commands: Word[]
  flags: Flag[]
}

/** Everything that can be completed, from the definition of the commands. */
export function grammarOf(command: Command, path: string[] = []): Place[] {
  const { commands } = command
  const flags = command.createHelp().visibleOptions(command).map(flagOf)
  return [
    { path, commands: [...commands.map(wordOf), ...choicesOf(command)], flags },
    ...commands.flatMap((one) => grammarOf(one, [...path, one.name()])),
  ]
}

function wordOf(command: Command): Word {
  return { word: command.name(), about: command.description() }
}

/** What can stand in the place of an argument, where that is one of some words. */
function choicesOf({ registeredArguments }: Command): Word[] {
  return registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, about: description })),
  )
}

function flagOf(option: Option): Flag {
  const takesValue = option.required || option.optional
  return {
    word: option.long ?? option.flags,
    about: option.description,
    values: takesValue ? (option.argChoices ?? 'anything') : null,
  }
}

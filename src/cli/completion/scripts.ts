import type { Flag, Place, Word } from './grammar.ts'

/** The shells that completion can be written for. */
const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The script that completes the command line in a shell. */
export function completionScript(shell: Shell, grammar: Place[]): string {
  return { bash, zsh, fish }[shell](grammar)
}

function bash(grammar: Place[]): string {
  const words = (list: readonly string[]) => `COMPREPLY=($(compgen -W '${list.join(' ')}' -- "$current"))`
  return `# source <(stretto completion bash)
_stretto() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" chain='' word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    ${chain(grammar)}
  done
  case "$chain $previous" in
${valueCases(grammar, (values) => words(values), 'return')}
  esac
  case "$chain" in
${grammar.map((place) => `    '${nameOf(place)}') ${place.commands.length > 0 ? '' : '[[ "$current" != -* ]] || '}${words(wordsAt(place))} ;;`).join('\n')}
  esac
}
complete -o default -F _stretto stretto
`
}

function zsh(grammar: Place[]): string {
  const entries = (list: Word[]) =>
    list.map(({ word, about }) => quoted(`${word}:${about.replaceAll(':', '\\:')}`)).join(' ')
  const at = ({ commands, flags }: Place) =>
    [
      ...(commands.length > 0 ? [`entries=(${entries(commands)}); _describe command entries`] : []),
      `entries=(${entries(flags)}); _describe -o option entries`,
      ...(commands.length > 0 ? [] : ['_files']),
    ].join('; ')
  return `#compdef stretto
# source <(stretto completion zsh)
_stretto() {
  local chain='' word
  local -a entries
  for word in "\${(@)words[2,CURRENT-1]}"; do
    ${chain(grammar)}
  done
  case "$chain \${words[CURRENT-1]}" in
${valueCases(grammar, (values) => `compadd -- ${values.join(' ')}`, '_files; return')}
  esac
  case "$chain" in
${grammar.map((place) => `    '${nameOf(place)}') ${at(place)} ;;`).join('\n')}
  esac
}
if [ "\${funcstack[1]}" = _stretto ]; then _stretto "$@"; else compdef _stretto stretto; fi
`
}

function fish(grammar: Place[]): string {
  const line = (place: Place, rest: string) => `complete -c stretto -n ${quoted(conditionOf(place))} ${rest}`
  const following = ({ values }: Flag) => {
    if (values === null) return ''
    return values === 'anything' ? ' -r -F' : ` -x -a ${quoted(values.join(' '))}`
  }
  const lines = grammar.flatMap((place) => [
    ...place.commands.map(({ word, about }) => line(place, `-f -a ${word} -d ${quoted(about)}`)),
    ...place.flags.map((flag) =>
      line(place, `-l ${flag.word.replace(/^--/, '')}${following(flag)} -d ${quoted(flag.about)}`),
    ),
  ])
  return `# stretto completion fish | source\n${lines.join('\n')}\n`
}

/** When fish offers what belongs to a place: after its commands, and before those below it. */
function conditionOf({ path, commands }: Place): string {
  const below = commands.map(({ word }) => word).join(' ')
  const after = path.map((name) => `__fish_seen_subcommand_from ${name}`)
  return [...after, ...(below === '' ? [] : [`not __fish_seen_subcommand_from ${below}`])].join('; and ')
}

/** Finds the command that the words so far name. */
function chain(grammar: Place[]): string {
  const steps = grammar.flatMap((place) => place.commands.map(({ word }) => `'${nameOf(place)} ${word}'`))
  return `case "$chain $word" in ${steps.join('|')}) chain="\${chain:+$chain }$word" ;; esac`
}

/** What follows options with values; after those that take anything, the shell offers files. */
function valueCases(
  grammar: Place[],
  offer: (values: readonly string[]) => string,
  otherwise: string,
): string {
  return grammar
    .flatMap((place) =>
      place.flags.flatMap(({ word, values }) => {
        if (values === null) return []
        const done = values === 'anything' ? otherwise : `${offer(values)}; return`
        return [`    '${nameOf(place)} ${word}') ${done} ;;`]
      }),
    )
    .join('\n')
}

function nameOf({ path }: Place): string {
  return path.join(' ')
}

function wordsAt({ commands, flags }: Place): string[] {
  return [...commands, ...flags].map(({ word }) => word)
}

/** In single quotes, which the three shells leave in the same way. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { buildProgram } from '../program.ts'
import { grammarOf } from './grammar.ts'
import { completionScript } from './scripts.ts'

const script = (shell: 'bash' | 'zsh' | 'fish') => completionScript(shell, grammarOf(buildProgram()))
const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit']).status === 0

/** What is offered for the last of some words. */
const OFFERS: Array<[words: string[], offered: string[]]> = [
  [['a'], ['ask', 'axioms']],
  [
    ['task', ''],
    ['list', 'show', 'watch', 'cancel'],
  ],
  [['ask', '--ki'], ['--kind']],
  [
    ['ask', '--kind', ''],
    ['closed', 'open', 'draft'],
  ],
  [['ask', 'task', '--str'], ['--structure']],
  [['task', 'list', '--status', 'r'], ['running']],
  [['completion', '--he'], ['--help']],
]

describe.runIf(isThere('bash'))('completion in bash', () => {
  it.each(OFFERS)('after %j offers %j', (words, offered) => {
    const typed = ['stretto', ...words].map((word) => `'${word}'`).join(' ')
    const test = `${script('bash')}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _stretto; printf '%s\\n' "\${COMPREPLY[@]}"`
    const found = execFileSync('bash', ['-c', test], { encoding: 'utf8' }).trim().split('\n')
    expect(found).toEqual(expect.arrayContaining(offered))
    expect(found.every((word) => word.startsWith(words.at(-1)!))).toBe(true)
  })
})

describe.runIf(isThere('fish'))('completion in fish', () => {
  it.each(OFFERS)('after %j offers %j', (words, offered) => {
    const test = `${script('fish')}\ncomplete -C "stretto ${words.join(' ')}"`
    const found = execFileSync('fish', ['--no-config', '-c', test], { encoding: 'utf8' }).trim().split('\n')
    expect(found.map((line) => line.split('\t')[0])).toEqual(expect.arrayContaining(offered))
  })
})

describe.runIf(isThere('zsh'))('completion in zsh', () => {
  it('is a script that zsh can read and that names its function', () => {
    const { status, stderr } = spawnSync('zsh', ['-n', '-c', script('zsh')], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const defined = `compdef() { print "$@" }; ${script('zsh')}`
    expect(execFileSync('zsh', ['-f', '-c', defined], { encoding: 'utf8' })).toBe('_stretto stretto\n')
  })

  it.each(OFFERS)('after %j offers %j', (words, offered) => {
    // Stands in for the completion system, which needs a terminal.
    const stand = `compdef() { : }; _files() { : }
      compadd() { shift; print -l -- "$@" }
      _describe() { local list=\${@[-1]}; print -l -- "\${(@)\${(@P)list}%%:*}" }`
    const typed = ['stretto', ...words].map((word) => `'${word}'`).join(' ')
    const test = `${stand}\n${script('zsh')}\nwords=(${typed}); CURRENT=${words.length + 1}; _stretto`
    const found = execFileSync('zsh', ['-f', '-c', test], { encoding: 'utf8' }).trim().split('\n')
    expect(found).toEqual(expect.arrayContaining(offered))
  })
})

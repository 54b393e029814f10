import { expect, test } from 'vitest'
import { runHere } from '../../test/support/command-here.ts'

test.each([
  ['no question', ['ask'], 'There is no question.'],
  [
    'a file that is not there',
    ['ask', 'x', '--context', 'missing.md'],
    'missing.md cannot be read (ENOENT).',
  ],
  ['a folder', ['ask', 'x', '--context', '.'], '. cannot be read (EISDIR).'],
  ['a binary file', ['ask', 'x', '--context', process.execPath], 'is not a text in UTF-8.'],
  ['an unknown kind', ['ask', 'x', '--kind', 'odd'], 'Allowed choices are closed, open, draft.'],
  ['an unknown effort', ['ask', 'x', '--effort', 'odd'], 'Allowed choices are low, medium, high.'],
  ['an unknown effort of thinking', ['ask', 'x', '--reasoning-effort', 'odd'], 'are none, minimal, low,'],
  ['endless patience', ['ask', 'x', '--patience', '601'], 'Give seconds from 0 to 600; 0 waits for all.'],
  ['patience without a figure', ['ask', 'x', '--patience', ''], 'Give seconds from 0 to 600'],
  ['an unknown way to search', ['ask', 'x', '--search', 'odd'], 'Allowed choices are off, auto, on.'],
  ['an age before now', ['ask', 'x', '--max-age', '-1'], 'Give whole seconds from 0 to 604800.'],
  ['a budget of nothing', ['ask', 'x', '--budget', '0'], 'Give an amount in US dollars'],
  ['a panel and models', ['ask', 'x', '--panel', 'a', '--models', 'b,c'], 'cannot be used with option'],
  [
    'one model',
    ['ask', 'x', '--models', 'a/one'],
    'Name at least 2 models, separated by commas. See “stretto ask --help”.',
  ],
  ['an address that is none', ['ask', 'x', '--url', 'localhost:8787'], '--url must be an http address'],
  ['an unknown command', ['aks', 'x'], "Unknown command 'aks'. (Did you mean ask?)"],
  ['a command that needs another', ['task'], 'Usage: stretto task'],
])('the exit code is 2 for %s, and standard error says why', async (_, args, words) => {
  const { code, stdout, stderr } = await runHere(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(words)
})

import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandbox } from '../../src/adapters/sandbox/sandbox.ts'
import type { CodeLanguage, Trial } from '../../src/engine/panel/code-port.ts'
import type { Try } from './tries.ts'
import { JAVASCRIPT_TRIES } from './tries-javascript.ts'
import { PYTHON_TRIES } from './tries-python.ts'
import { SQL_TRIES } from './tries-sql.ts'

const CANARY = 'canary-7f3a91'
const { signal } = new AbortController()
const sandbox = createSandbox()
const planted = join(mkdtempSync(join(tmpdir(), 'stretto-escape-')), 'planted.txt')

beforeAll(() => {
  process.env.SANDBOX_CANARY = CANARY
  writeFileSync(planted, CANARY)
})
afterAll(() => {
  delete process.env.SANDBOX_CANARY
  sandbox.close()
})

const HONEST: Record<CodeLanguage, { program: string; trial: Trial; value: string }> = {
  python: {
    program: 'def f(x):\n  return [len(x), x.upper()]',
    trial: { kind: 'call', expression: 'f("ab")' },
    value: '[2,"AB"]',
  },
  javascript: {
    program: 'function f(x) { return { b: [x.length], a: x.toUpperCase() } }',
    trial: { kind: 'call', expression: 'f("ab")' },
    value: '{"a":"AB","b":[2]}',
  },
  sql: {
    program: 'select a, b from t order by a',
    trial: { kind: 'query', setup: "create table t(a, b); insert into t values (2, 'y'), (1, null)" },
    value: '[[1,null],[2,"y"]]',
  },
}

const LANGUAGES: Array<[CodeLanguage, Record<string, Try>]> = [
  ['python', PYTHON_TRIES],
  ['javascript', JAVASCRIPT_TRIES],
  ['sql', SQL_TRIES],
]

describe.each(LANGUAGES)('a program in %s', (language, tries) => {
  const honest = HONEST[language]

  it('is tried in at least forty ways', () => {
    expect(sandbox.whyNot(language)).toBeNull()
    expect(Object.keys(tries).length).toBeGreaterThanOrEqual(40)
  })

  it.each(Object.entries(tries))(
    'that %s gets nothing, ends in time and harms no other',
    async (_name, attack) => {
      const filled = (text = '') => text.replaceAll('$CANARY_FILE', planted)
      const trial: Trial =
        attack.call === undefined ? honest.trial : { kind: 'call', expression: filled(attack.call) }
      const started = performance.now()
      const [run] = await sandbox.run(language, [filled(attack.program)], [trial, honest.trial], {
        signal,
        turn: 0,
      })
      expect(performance.now() - started).toBeLessThan(40_000)
      if (process.env.SHOW_TRIES)
        process.stderr.write(
          `${language} ${_name}: ${Math.round(performance.now() - started)} ms ${JSON.stringify(run).slice(0, 200)}\n`,
        )

      const text = JSON.stringify(run)
      expect(text).not.toContain(CANARY)
      expect(text).not.toContain('root:')
      expect(text.length).toBeLessThan(50_000)
      expect(run!.outcomes).toHaveLength(run!.problem === null ? 2 : 0)
      expect(
        ['/tmp/stretto-escaped', '/stretto-escaped', 'stretto-escaped'].some((file) => existsSync(file)),
      ).toBe(false)
      expect(readdirSync(join(planted, '..'))).toEqual(['planted.txt'])

      // Both children, because either may have been poisoned.
      const after = await sandbox.run(language, [honest.program, honest.program], [honest.trial], {
        signal,
        turn: 0,
      })
      const unharmed = { outcomes: [{ kind: 'value', value: honest.value }], problem: null }
      expect(after).toEqual([unharmed, unharmed])
    },
  )

  it('cannot take the time of another in the same job', async () => {
    const endless = {
      python: 'while True: pass',
      javascript: 'for (;;);',
      sql: SQL_TRIES['loops without end']!.program!,
    }
    const programs = [endless[language], endless[language], honest.program]
    const runs = await sandbox.run(
      language,
      programs,
      Array.from({ length: 5 }, () => honest.trial),
      { signal, turn: 0 },
    )
    expect(runs[2]!.outcomes).toEqual(
      Array.from({ length: 5 }, () => ({ kind: 'value', value: honest.value })),
    )
  })
})

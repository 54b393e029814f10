import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const entry = fileURLToPath(new URL('../../bin/stretto.mjs', import.meta.url))

/** Runs the built service until it ends by itself. */
function run(args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, EDGE_PORT: '0', LOCAL_PORT: '0', ...environment },
    encoding: 'utf8',
    timeout: 150_000,
  })
  return { status, stdout, stderr }
}

describe('the command', () => {
  it('prints the version and exits', () => {
    expect(run(['--version'])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  it('prints its commands and exits', () => {
    const stdout = expect.stringMatching(/ask .*\n[\s\S]*doctor [\s\S]*Exit codes/)
    expect(run(['--help'])).toMatchObject({ status: 0, stdout, stderr: '' })
  })

  it('rejects an unknown flag with one line and exit code 2', () => {
    const { status, stdout, stderr } = run(['--port=1'])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^stretto: .*--port=1.*--help.*\n$/)
  })

  it.each([
    ['API_KEYS', ','],
    ['DATA_DIR', `${process.execPath}/state`],
  ])('exits with one line and no stack trace when it cannot start: %s', (name, value) => {
    const { status, stderr } = run([], { [name]: value })
    expect(status).toBe(1)
    expect(stderr).toMatch(new RegExp(`^stretto: ${name} .+, for example ${name}=.+\\n$`))
  })
})

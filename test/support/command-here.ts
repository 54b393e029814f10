import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { run } from '../../src/cli/program.ts'

/** How a command ended, and what it wrote. */
export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a command in this process, with an environment and something on standard input, in a hundredth of the time. */
export async function runHere(
  args: string[],
  environment: Record<string, string> = {},
  input = '',
): Promise<Outcome> {
  const outcome: Outcome = { code: 0, stdout: '', stderr: '' }
  const before = { exitCode: process.exitCode, listeners: process.stdout.listeners('error') }
  const spies = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([Buffer.from(input)]) as never),
    ...(['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((text) => {
        outcome[name] += text
        return true
      }),
    ),
  ]
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  try {
    process.exitCode = 0
    await run(args)
    return { ...outcome, code: Number(process.exitCode) }
  } finally {
    process.exitCode = before.exitCode
    for (const listener of process.stdout.listeners('error'))
      if (!before.listeners.includes(listener)) process.stdout.off('error', listener as () => void)
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

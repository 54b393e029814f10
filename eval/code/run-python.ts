import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ProgramRun, Trial, TrialOutcome } from './behaviour/code-port.ts'

const RUNNER = fileURLToPath(new URL('runner.py', import.meta.url))
const CACHE = join(tmpdir(), 'stretto-eval-code')

/** A program with what is tried on it. */
export interface Job {
  code: string
  trials: Trial[]
}

/**
 * Runs recorded drafts of benchmarks, each twice, in a child without environment; a stand-in for the sandbox, only for
 * this measurement. What was found is kept in a folder of the system for temporary files.
 */
export async function runRecorded(name: string, jobs: Job[]): Promise<Array<[ProgramRun, ProgramRun]>> {
  mkdirSync(CACHE, { recursive: true })
  const file = join(CACHE, `${name}.json`)
  const known = new Map<string, [ProgramRun, ProgramRun]>(
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [],
  )
  const keys = jobs.map((job) => createHash('sha1').update(JSON.stringify(job)).digest('hex'))
  const missing = [...new Map(keys.map((key, place) => [key, jobs[place]!]))].filter(
    ([key]) => !known.has(key),
  )
  const save = () => writeFileSync(file, JSON.stringify([...known]))
  const half = Math.ceil(missing.length / 2)
  let done = 0
  const report = () => {
    done++
    if (done % 200 === 0) console.error(`${name}: ${done} of ${missing.length} programs`)
    if (done % 500 === 0) save()
  }
  await Promise.all([missing.slice(0, half), missing.slice(half)].map((part) => runAll(part, known, report)))
  if (missing.length > 0) save()
  return keys.map((key) => known.get(key)!)
}

async function runAll(
  jobs: Array<[string, Job]>,
  known: Map<string, [ProgramRun, ProgramRun]>,
  report: () => void,
): Promise<void> {
  if (jobs.length === 0) return
  const cwd = mkdtempSync(join(tmpdir(), 'stretto-draft-'))
  const child = spawn('/usr/bin/python3', ['-I', RUNNER], {
    cwd,
    env: {},
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(
    `${jobs.map(([id, { code, trials }]) => JSON.stringify({ id, code, trials })).join('\n')}\n`,
  )
  child.stdin.end()
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, run } = JSON.parse(line) as { id: string; run: ProgramRun & { again: TrialOutcome[] } }
    const { outcomes, again, problem } = run
    known.set(id, [
      { outcomes, problem },
      { outcomes: again, problem },
    ])
    report()
  }
}

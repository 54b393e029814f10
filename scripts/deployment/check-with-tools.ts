import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, readText } from './files.ts'

interface Tool {
  program: string
  checks: string
  runs: string[][]
}

/** What programs of others say that are installed here, and which were not. */
export function checkWithTools(): { problems: string[]; skipped: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-tools-'))
  const tools: Tool[] = [
    { program: 'sh', checks: 'deploy/make-secrets.sh', runs: [['-n', 'deploy/make-secrets.sh']] },
    {
      program: 'promtool',
      checks: 'deploy/prometheus',
      runs: [
        ['check', 'config', 'deploy/prometheus/prometheus.yml'],
        ['test', 'rules', 'deploy/prometheus/alerts.test.yml'],
      ],
    },
    {
      program: 'nginx',
      checks: 'deploy/nginx/nginx.conf',
      runs: [['-t', '-q', '-e', 'stderr', '-c', outsideDocker(folder)]],
    },
  ]
  const problems: string[] = []
  const skipped: string[] = []
  for (const { program, checks, runs } of tools) {
    for (const args of runs) {
      const { error, status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' })
      if (error !== undefined) skipped.push(`${checks} (${program} is not installed)`)
      else if (status !== 0) problems.push(`${program} ${args.join(' ')}:\n${stdout}${stderr}`)
    }
  }
  rmSync(folder, { recursive: true })
  return { problems, skipped: [...new Set(skipped)] }
}

/** The configuration of nginx with a replica on this machine, since the name of the service exists in Docker only. */
function outsideDocker(folder: string): string {
  const path = join(folder, 'nginx.conf')
  const text = readText('deploy/nginx/nginx.conf')
    .replace(/server stretto:(\d+) resolve/g, 'server 127.0.0.1:$1')
    .replaceAll('/tmp/', `${folder}/`)
  writeFileSync(path, text)
  return path
}

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './installed-package.ts'

const COMPILER = join(ROOT, 'node_modules/typescript-7/bin/tsc')

/** What the compiler says of files in a folder, a line for each problem and for what explains it. */
export function typeProblems(folder: string, files: string[], options: object): string[] {
  const project = join(folder, 'tsconfig.json')
  const compilerOptions = { target: 'ES2022', strict: true, noEmit: true, ...options }
  writeFileSync(project, JSON.stringify({ compilerOptions, files }))
  const args = [COMPILER, '--project', project, '--pretty', 'false', '--singleThreaded']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
}

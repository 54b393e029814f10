import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The recordings that are read, of several dates. */
const DATE = '2024-08-11'

const NOT_FOUND = `The recorded tool calls are not part of this repository.
Fetch them with: git clone https://github.com/HuanzhiMao/BFCL-Result
Then run: npm run eval -- tools --from BFCL-Result
A bare clone will do; the folder needs ${DATE}/result and ${DATE}/score.`

/** The texts of the recorded files by their path below the date, from a checkout or a git directory. */
export function readRecordedFiles(from: string | undefined): Map<string, string> {
  if (from === undefined) throw new Error(NOT_FOUND)
  const files = existsSync(join(from, DATE, 'result')) ? readFolder(join(from, DATE)) : readGit(from)
  if (files.size === 0) throw new Error(`${from} has no recordings of ${DATE}.\n${NOT_FOUND}`)
  return files
}

function readFolder(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file), readFileSync(file, 'utf8')]),
  )
}

function readGit(directory: string): Map<string, string> {
  const listed = git(directory, ['ls-tree', '-r', 'HEAD', `${DATE}/`]).toString('utf8')
  const entries = listed.split('\n').flatMap((line) => {
    const [description, path] = line.split('\t')
    return path?.endsWith('.json') ? [{ object: description!.split(' ')[2]!, path: path.slice(DATE.length + 1) }] : [] // biome-ignore format: one line
  })
  if (entries.length === 0) return new Map()
  const contents = git(
    directory,
    ['cat-file', '--batch'],
    entries.map(({ object }) => `${object}\n`).join(''),
  )
  const files = new Map<string, string>()
  let place = 0
  for (const { path } of entries) {
    const start = contents.indexOf('\n', place) + 1
    const [, kind, size] = contents.toString('utf8', place, start).trim().split(' ')
    place = start
    // A partial clone lacks some files.
    if (kind !== 'blob') continue
    files.set(path, contents.toString('utf8', start, start + Number(size)))
    place = start + Number(size) + 1
  }
  return files
}

function git(directory: string, command: string[], input = ''): Buffer {
  const { status, stdout } = spawnSync('git', ['--git-dir', directory, ...command], {
    input,
    maxBuffer: 2 ** 30,
  })
  return status === 0 ? stdout : Buffer.alloc(0)
}

// A file should be split long before it reaches this size.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LONGEST = 400
const root = fileURLToPath(new URL('..', import.meta.url))

const long = ['src', 'playground', 'test', 'bench', 'eval', 'attack', 'axioms', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|cjs|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((file) => ({ file: file.slice(root.length), lines: readFileSync(file, 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > LONGEST),
)
for (const { file, lines } of long)
  console.log(`${file} has ${lines} lines; split it (the limit is ${LONGEST}).`)
console.log(long.length === 0 ? `No file has more than ${LONGEST} lines.` : '')
process.exit(long.length === 0 ? 0 : 1)

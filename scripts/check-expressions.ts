/**
 * Checks with recheck that every regular expression in the source takes at most linear time, even on a long text. Results
 * are stored in `expressions/verified.json`, because checking all takes minutes; only new ones are checked.
 *
 *   tsx scripts/check-expressions.ts           checks new expressions
 *   tsx scripts/check-expressions.ts --write   checks new expressions and stores the results
 *   tsx scripts/check-expressions.ts --all     checks everything again
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { check } from 'recheck'
import { boundOf } from './expressions/bounded.ts'
import { collectExpressions } from './expressions/collect-expressions.ts'

// The native binary if there is one for this machine, otherwise the much slower JavaScript; never Java.
process.env.RECHECK_BACKEND ??= hasBinary() ? 'native' : 'pure'
const TIMEOUT_MS = 120_000

const RECORD = new URL('./expressions/verified.json', import.meta.url)
const [option] = process.argv.slice(2)
const verified = new Set<string>(option === '--all' ? [] : JSON.parse(readFileSync(RECORD, 'utf8')))
const expressions = (await collectExpressions()).filter((expression) => boundOf(expression) === null)
const found = expressions.map(({ source, flags, files }) => ({
  source,
  flags,
  files,
  text: `/${source}/${flags}`,
}))

const faults: string[] = []
for (const { source, flags, files, text } of found) {
  if (verified.has(text)) continue
  const verdict = await check(source, flags, { timeout: TIMEOUT_MS })
  if (verdict.status === 'safe') verified.add(text)
  else {
    const what =
      verdict.status === 'vulnerable'
        ? `${verdict.complexity.summary}, for example on ${verdict.attack.pattern}`
        : `could not be checked: ${verdict.error.kind}`
    faults.push(`${files.join(', ')}\n  ${text}\n  ${what}`)
  }
}

if (option !== undefined) {
  const kept = found.map(({ text }) => text).filter((text) => verified.has(text))
  writeFileSync(RECORD, `${JSON.stringify(kept.sort(), null, 2)}\n`)
}
const isUnrecorded = option === undefined && found.some(({ text }) => !recorded().has(text))
if (faults.length > 0) {
  console.log(faults.join('\n'))
  console.log(
    `\n${faults.length} expressions take more than linear time on some texts. Rewrite them without backtracking, or limit the length of the text and list them in scripts/expressions/bounded.ts.`,
  )
} else if (isUnrecorded) {
  console.log('New expressions are safe. To store this, run: npx tsx scripts/check-expressions.ts --write')
} else console.log(`${found.length} expressions take linear time.`)
process.exit(faults.length > 0 || isUnrecorded ? 1 : 0)

function recorded(): Set<string> {
  return new Set(JSON.parse(readFileSync(RECORD, 'utf8')))
}

function hasBinary(): boolean {
  const system = { linux: 'linux', darwin: 'macos', win32: 'windows' }[process.platform as string]
  try {
    createRequire(import.meta.url).resolve(`recheck-${system}-${process.arch}/package.json`)
    return true
  } catch {
    return false
  }
}

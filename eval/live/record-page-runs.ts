// Plays live panels back and writes what happens as the recordings of the page:
//   npm run record-page-runs [-- --check]
// With --check it writes nothing, and fails if they give other results now.

import { isDeepStrictEqual } from 'node:util'
import { PAGE_RUNS, pageCards, playPageRuns, readPageRuns, resultOf, writePageRuns } from './page-runs.ts'

const played = await playPageRuns()
if (process.argv.includes('--check')) {
  const { recordings, cards } = readPageRuns()
  const stale = PAGE_RUNS.filter(
    (_, at) => !isDeepStrictEqual(resultOf(recordings[at]!), resultOf(played[at]!)),
  )
  for (const { name } of stale) console.error(`The recording “${name}” is not what the engine gives.`)
  const hasCards = isDeepStrictEqual(cards, pageCards())
  if (!hasCards) console.error('The cards of the recordings are not current.')
  if (stale.length > 0 || !hasCards) {
    console.error('Run “npm run record-page-runs”.')
    process.exitCode = 1
  }
} else writePageRuns(played)
process.exit()

// Compares the size of the house with its ceilings. To raise one, say by how much and for what in ceilings.json.
import ceilings from './house/ceilings.json' with { type: 'json' }
import { filesRunByAQuestion } from './house/files-run.ts'
import { measureHouse, sharedTypeNames } from './house/measure.ts'

interface Ceiling {
  ceiling: number
  raised: Array<{ by: number; for: string }>
}

const { files, functions } = await filesRunByAQuestion()
const measured: Record<string, number> = { ...measureHouse(), 'files run by a closed question': files.length }

let isTooLarge = false
for (const [name, { ceiling, raised }] of Object.entries(ceilings as Record<string, Ceiling>)) {
  const unexplained = raised.filter((raise) => raise.for.trim().length < 20)
  const limit = ceiling + raised.reduce((sum, { by }) => sum + by, 0)
  const value = measured[name]
  if (value === undefined) throw new Error(`ceilings.json names “${name}”, which is not measured.`)
  const exceeds = value > limit
  console.log(`${name}: ${value} of at most ${limit}${exceeds ? ' – too many' : ''}`)
  if (unexplained.length > 0) console.log(`  A raise of “${name}” does not say what it is for.`)
  isTooLarge ||= exceeds || unexplained.length > 0
}
console.log(`functions run by a closed question: ${functions}`)
if (process.argv.includes('--list')) {
  console.log(`\n${files.join('\n')}\n`)
  for (const [name, places] of sharedTypeNames()) console.log(`${name}: ${places.join(', ')}`)
}
if (isTooLarge)
  console.log(
    'Take something out, or raise the ceiling in scripts/house/ceilings.json and say there what for.',
  )
process.exit(isTooLarge ? 1 : 0)

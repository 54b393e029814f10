// Holds the axiom files to their form: schema, each in the file of its level, enough of each, ids unique and in order,
// domains varied, no two alike.

import { readAxioms } from '../src/adapters/data-files.ts'
import { createHashedEmbedder } from '../src/adapters/hashed-embedder.ts'
import { HIGHEST_LEVEL } from '../src/contract/axiom.ts'
import { dotProduct } from '../src/vectors/dot-product.ts'

const PREFIXES = ['math', 'phys', 'onto', 'comp', 'arch', 'prot', 'ling']
const FEWEST = 20
const TOO_ALIKE = 0.9
const LARGEST_DOMAIN_SHARE = 0.25

const problems: string[] = []
const axioms = readAxioms()
for (let level = 1; level <= HIGHEST_LEVEL; level++) {
  const ofLevel = axioms.filter((axiom) => axiom.level === level)
  if (ofLevel.length < FEWEST)
    problems.push(`level ${level}: ${ofLevel.length} axioms, at least ${FEWEST} are needed`)
  const ids = ofLevel.map(({ id }) => id)
  const stray = ids.filter((id) => !id.startsWith(`${PREFIXES[level - 1]}-`))
  if (stray.length > 0) problems.push(`level ${level}: ids of another level: ${stray.join(', ')}`)
  if (ids.join() !== [...ids].sort().join()) problems.push(`level ${level}: not sorted by id`)
  const domains = groups(ofLevel)
  for (const group of domains) {
    if (group.length / ofLevel.length > LARGEST_DOMAIN_SHARE) {
      problems.push(`level ${level}: domain ${group[0]?.domain} has more than a quarter of the axioms`)
    }
  }
}

const seen = new Set<string>()
for (const { id } of axioms) {
  if (seen.has(id)) problems.push(`${id}: twice`)
  seen.add(id)
}

const vectors = await createHashedEmbedder().embed(axioms.map(({ axiom }) => axiom))
vectors.forEach((left, first) => {
  for (let second = first + 1; second < vectors.length; second++) {
    const cosine = dotProduct(left, vectors[second]!)
    if (cosine > TOO_ALIKE)
      problems.push(
        `${axioms[first]?.id} and ${axioms[second]?.id} are nearly the same (cosine ${cosine.toFixed(2)})`,
      )
  }
})

for (const problem of problems) console.log(problem)
console.log(`${axioms.length} axioms, ${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)

function groups(records: typeof axioms): Array<typeof axioms> {
  const byDomain = new Map<string, typeof axioms>()
  for (const record of records) byDomain.set(record.domain, [...(byDomain.get(record.domain) ?? []), record])
  return [...byDomain.values()]
}

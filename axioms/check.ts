// Checks the form of the axioms, that no two are nearly the same, and everything in them that code can compute.
// `tsx axioms/check.ts 4` prints only the problems of level 4.
import { readFileSync } from 'node:fs'
import { readAxioms } from '../src/adapters/assets/data-files.ts'
import { LEVELS, levelName } from '../src/contract/axiom.ts'
import { openBuiltinEmbedder } from '../test/support/embedder.ts'
import { problemsOfForm } from './form.ts'
import { alikePairs } from './likeness.ts'
import { confirm } from './proof.ts'
import { architecturalProofs } from './proofs/architectural/index.ts'
import { computableProofs } from './proofs/computable/index.ts'
import { everydayProofs } from './proofs/everyday.ts'
import { linguisticProofs } from './proofs/linguistic/index.ts'
import { mathematicalProofs } from './proofs/mathematical/index.ts'
import { ontologicalProofs } from './proofs/ontological/index.ts'
import { physicalProofs } from './proofs/physical/index.ts'
import { protocolProofs } from './proofs/protocol/index.ts'

/** Statements with at least this cosine similarity are nearly the same. */
const TOO_ALIKE = 0.9

const PROOFS = [
  ...mathematicalProofs,
  ...physicalProofs,
  ...ontologicalProofs,
  ...computableProofs,
  ...architecturalProofs,
  ...protocolProofs,
  ...linguisticProofs,
  ...everydayProofs,
]

const retired: Record<string, string> = JSON.parse(
  readFileSync(new URL('statements/retired.json', import.meta.url), 'utf8'),
)
const axioms = readAxioms()
const { confirmed, problems: unproved } = confirm(axioms, PROOFS)
const alike = await alikePairs(axioms, { embedder: await openBuiltinEmbedder(), atLeast: TOO_ALIKE })
const problems = [
  ...problemsOfForm(axioms, new Set(Object.keys(retired))),
  ...alike.map(({ ids, cosine }) => `${ids.join(' and ')} are nearly the same (cosine ${cosine.toFixed(2)})`),
  ...unproved,
]

const only = process.argv[2]
const ofLevel = axioms.filter(({ level }) => String(level) === only)
const told = problems.filter(
  (problem) =>
    only === undefined ||
    problem.startsWith(`level ${only}:`) ||
    ofLevel.some(({ id }) => problem.includes(`${id.slice(0, 5)}`)),
)
for (const problem of told) console.log(problem)
for (const level of LEVELS) {
  const ids = axioms.filter((axiom) => axiom.level === level).map(({ id }) => id)
  const computed = ids.filter((id) => confirmed.has(id)).length
  console.log(`${levelName(level)}: ${ids.length} axioms, ${computed} confirmed by computation`)
}
console.log(`${axioms.length} axioms, ${confirmed.size} confirmed, ${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)

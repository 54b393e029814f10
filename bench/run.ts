// `npm run bench`: measures speed as ratios to a baseline in the same run, and memory.
// `npm run bench -- NAME …` runs only the named benchmarks. `npm run bench -- --quick` measures the main ratios in about a
// minute; with `--check` it fails if one has fallen by more than a third, with `--write` it sets what they are compared with.
import { benchCacheHit } from './cache-hit.ts'
import { benchCacheIndex } from './cache-index.ts'
import { benchCommandLine } from './command-line.ts'
import { benchConsensusOverhead } from './consensus-overhead.ts'
import { benchDoors } from './doors.ts'
import { benchEmbedding } from './embedding.ts'
import { benchEngineWork } from './engine-work.ts'
import { benchLargePanel } from './large-panel.ts'
import { benchManyRuns } from './many-runs.ts'
import { benchModelCalls } from './model-calls.ts'
import { benchOpenQuestions } from './open-questions.ts'
import { benchPage } from './page.ts'
import { benchPostgresRun } from './postgres-run.ts'
import { benchPostgresSearch } from './postgres-search.ts'
import { quick } from './quick.ts'
import { benchReplicas } from './replicas.ts'
import { benchSandbox } from './sandbox.ts'
import { benchTasks } from './tasks.ts'
import { benchTurns } from './turns.ts'
import { benchVerifier } from './verifier.ts'

const BENCHES: Record<string, () => Promise<string[]> | AsyncGenerator<string>> = {
  embedding: benchEmbedding,
  'engine-work': benchEngineWork,
  'open-questions': benchOpenQuestions,
  'large-panel': benchLargePanel,
  'cache-hit': benchCacheHit,
  verifier: benchVerifier,
  'cache-index': benchCacheIndex,
  'model-calls': benchModelCalls,
  'postgres-run': benchPostgresRun,
  'postgres-search': benchPostgresSearch,
  'consensus-overhead': benchConsensusOverhead,
  'many-runs': benchManyRuns,
  turns: benchTurns,
  doors: benchDoors,
  replicas: benchReplicas,
  tasks: benchTasks,
  sandbox: benchSandbox,
  cli: benchCommandLine,
  page: benchPage,
}

const [mode, ...options] = process.argv.slice(2)
if (mode === '--quick') process.exit(await quick(new Set(options)))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Choose from: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(2)
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  // One that takes long gives its lines as they are ready.
  for await (const line of await bench()) console.log(`  ${line}`)
}

// `npm run bench`: speed as ratios against a baseline of the same run, and memory. It ends by itself.
import { benchCacheHit } from './cache-hit.ts'
import { benchConsensusOverhead } from './consensus-overhead.ts'
import { benchEmbedding } from './embedding.ts'

const BENCHES = {
  embedding: benchEmbedding,
  'cache hit over HTTP': benchCacheHit,
  'consensus overhead': benchConsensusOverhead,
}

for (const [name, bench] of Object.entries(BENCHES)) {
  console.log(`\n${name}`)
  for (const line of await bench()) console.log(`  ${line}`)
}

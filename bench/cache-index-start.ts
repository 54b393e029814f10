// Opens a saved index like a service that restarts, and prints how long it took and how much memory it uses.
import { createGrowingVectorIndex } from '../src/adapters/vector-index/growing-vector-index.ts'
import { createUsearchVectorIndex } from '../src/adapters/vector-index/usearch/usearch-vector-index.ts'
import { longestBlock } from './longest-block.ts'

const [folder = '', entries = '0'] = process.argv.slice(2)
const fail = (error: Error) => {
  throw error
}
const megabytes = () => process.memoryUsage.rss() / 1e6

const expected = new Map(Array.from({ length: Number(entries) }, (_, place) => [`id-${place}`, 'p']))
const before = megabytes()
const index = createGrowingVectorIndex({
  openLarge: (onLost) => createUsearchVectorIndex({ folder, embedder: 'bench', onFault: fail, onLost }),
  onFault: fail,
})
const startedAt = performance.now()
const { blocked } = await longestBlock(() =>
  index.restore(expected, async (ids) => {
    throw new Error(`${ids.length} vectors were not saved.`)
  }),
)
const readyMs = performance.now()
await index.search(new Float32Array(768).fill(1 / Math.sqrt(768)), { partitions: ['p'], limit: 10 })
process.stdout.write(
  JSON.stringify({ readyMs, restoreMs: readyMs - startedAt, blocked, before, after: megabytes() }),
)
await index.close()

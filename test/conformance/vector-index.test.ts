import { createExactVectorIndex } from '../../src/adapters/vector-index/exact-vector-index.ts'
import { createGrowingVectorIndex } from '../../src/adapters/vector-index/growing-vector-index.ts'
import { createUsearchVectorIndex } from '../../src/adapters/vector-index/usearch/usearch-vector-index.ts'
import { describeVectorIndex } from './vector-index.ts'

const onFault = () => {}
const openUsearch = (folder: string, onLost: (error: Error) => void = expectNever) =>
  createUsearchVectorIndex({ folder, embedder: 'test', onFault, onLost })

describeVectorIndex('that compares with all', () => createExactVectorIndex())
describeVectorIndex('on usearch', (folder) => openUsearch(folder))
describeVectorIndex('that grows', (folder) =>
  createGrowingVectorIndex({
    openLarge: (onLost) => openUsearch(folder, onLost),
    handOverAt: 30,
    onFault: expectNever,
  }),
)

function expectNever(error: Error): never {
  throw error
}

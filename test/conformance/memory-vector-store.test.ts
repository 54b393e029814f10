import { createMemoryVectorStore } from '../support/memory-vector-store.ts'
import { describeVectorStore } from './vector-store.ts'

describeVectorStore('memory', async () => ({ store: createMemoryVectorStore(), async close() {} }))

import { createMemoryResultStore } from '../support/memory-result-store.ts'
import { describeResultStore } from './result-store.ts'

const open = async () => ({ store: createMemoryResultStore(), close: async () => {} })

// The stand-in other tests rely on keeps to the port as well.
describeResultStore('memory', open, { durable: false })

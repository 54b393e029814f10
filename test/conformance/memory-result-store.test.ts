import { createMemoryQuestionPairs, createMemoryTallyStore } from '../support/memory-cache-stores.ts'
import { createMemoryLocks } from '../support/memory-locks.ts'
import { createMemoryResultStore } from '../support/memory-result-store.ts'
import { describeLocks } from './locks.ts'
import { describeQuestionPairs } from './question-pairs.ts'
import { describeResultStore } from './result-store.ts'
import { describeTallyStore } from './tally-store.ts'

const inMemory =
  <Store>(create: () => Store) =>
  async () => ({ store: create(), close: async () => {} })

// The stand-ins other tests rely on keep to the ports as well.
describeResultStore('memory', inMemory(createMemoryResultStore), { durable: false })
describeTallyStore('memory', inMemory(createMemoryTallyStore))
describeQuestionPairs('memory', inMemory(createMemoryQuestionPairs))
describeLocks('memory', (clock) => inMemory(() => createMemoryLocks(clock))())

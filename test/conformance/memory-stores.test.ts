import { createMemoryQuestionPairs, createMemoryTallyStore } from '../support/memory-cache-stores.ts'
import { createMemoryPastQuestions } from '../support/memory-past-questions.ts'
import { describePastQuestions } from './past-questions.ts'
import { describeQuestionPairs } from './question-pairs.ts'
import { describeTallyStore } from './tally-store.ts'

const inMemory =
  <Store>(create: () => Store) =>
  async () => ({ store: create(), close: async () => {} })

const openMemoryPastQuestions = () => {
  const open = createMemoryPastQuestions()
  return async (embedder: string) => open(embedder)
}

// The stand-ins other tests rely on keep to the ports as well.
describePastQuestions('memory', inMemory(openMemoryPastQuestions), { durable: false })
describeTallyStore('memory', inMemory(createMemoryTallyStore))
describeQuestionPairs('memory', inMemory(createMemoryQuestionPairs))

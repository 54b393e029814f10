import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** How long the other processes may take to say what they have counted. */
const PATIENCE_MS = 5_000

interface Question {
  type: 'stretto:metrics'
  number: number
}

type Answer = Question & { text: string | null }

/** In the process that started the workers: tells each of them, when it asks, what all of them have counted. */
export function answerForMetrics(onFault: (error: unknown) => void): void {
  const all = new AggregatorRegistry()
  cluster.on('message', (worker, message: Question) => {
    if (message?.type !== 'stretto:metrics') return
    const reply = (text: string | null) => worker.send({ ...message, text } satisfies Answer)
    all.clusterMetrics().then(reply, (error) => {
      onFault(error)
      reply(null)
    })
  })
}

/** In a worker: the metrics of all workers, since a scrape reaches any of them; its own if the others do not answer. */
export function createSharedMetrics(own: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries([own])
  new AggregatorRegistry()
  const waiting = new Map<number, (text: string | null) => void>()
  let asked = 0
  process.on('message', (message: Answer) => {
    if (message?.type === 'stretto:metrics') waiting.get(message.number)?.(message.text)
  })
  return async () => {
    const number = asked++
    const answer = new Promise<string | null>((resolve) => {
      waiting.set(number, resolve)
      setTimeout(() => resolve(null), PATIENCE_MS).unref()
      process.send?.({ type: 'stretto:metrics', number } satisfies Question)
    })
    const text = await answer
    waiting.delete(number)
    return text ?? own.metrics()
  }
}

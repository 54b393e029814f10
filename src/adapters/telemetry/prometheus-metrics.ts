import { collectDefaultMetrics, Registry } from 'prom-client'
import { createObservers } from './metrics.ts'
import { addTo, exposed, type Series } from './series.ts'

/** The metrics of the service, and those of its process. */
export function createPrometheusMetrics(onFault: (error: unknown) => void) {
  const ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  const series: Series = {}
  const observers = createObservers((metric, labels, value) => addTo(series, metric, labels, value))
  return {
    ...quietObserver(observers, onFault),
    async expose() {
      const { contentType, text } = exposed(series)
      return { contentType, text: text + (await ofProcess.metrics()) }
    },
  }
}

type Observer = { [name: string]: (...parts: never[]) => void }

/** An observer whose errors are reported and not thrown: counting must never break what is counted. */
export function quietObserver<Watching extends Observer>(
  observer: Watching,
  onFault: (error: unknown) => void,
): Watching {
  const quiet = Object.entries(observer).map(([name, observe]) => [
    name,
    (...parts: never[]) => {
      try {
        observe(...parts)
      } catch (error) {
        onFault(error)
      }
    },
  ])
  return Object.fromEntries(quiet)
}

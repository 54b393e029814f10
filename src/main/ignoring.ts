/** An observer or a log that nobody reads: whatever it is told, it forgets. */
export function ignoring<Observer extends object>(): Observer {
  return new Proxy({}, { get: () => () => {} }) as Observer
}

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

type Observer = { [name: string]: (...parts: never[]) => void }

/** An observer whose faults are told and go no further: what is only counted must not fail what it counts. */
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

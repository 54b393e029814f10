/** A place in this browser, which may be closed to us or full. */
export interface Place {
  read(name: string): string | null
  write(name: string, text: string): void
  remove(name: string): void
}

/** A storage of the browser that never throws: what cannot be kept is forgotten. */
function placeIn(open: () => Storage): Place {
  const attempt = <Result>(use: (storage: Storage) => Result): Result | null => {
    try {
      return use(open())
    } catch {
      return null
    }
  }
  return {
    read: (name) => attempt((storage) => storage.getItem(name)),
    write: (name, text) => void attempt((storage) => storage.setItem(name, text)),
    remove: (name) => void attempt((storage) => storage.removeItem(name)),
  }
}

/** Until the tab is closed. */
export const thisTab = placeIn(() => sessionStorage)

/** Until it is cleared. */
export const thisBrowser = placeIn(() => localStorage)

/** What was stored as JSON under a name, if it still has the shape that is expected. */
export function readJson<Value>(
  place: Place,
  name: string,
  isValid: (value: unknown) => value is Value,
): Value | null {
  try {
    const value: unknown = JSON.parse(place.read(name) ?? 'null')
    return isValid(value) ? value : null
  } catch {
    return null
  }
}

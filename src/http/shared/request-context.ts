/** Who sent a request. */
export interface Caller {
  /** Name of the API key; null when none was sent or none is configured. */
  name: string | null
  /** Network address the request came from. */
  address: string
}

/** What the middleware leaves for the handlers. */
export interface RequestEnvironment {
  Variables: {
    requestId: string
    caller: Caller
    /** Counts so many more requests for the caller, as a large one is worth; absent where nothing is counted. */
    charge?: (requests: number) => Promise<void>
  }
}

/** Keeps one line about something that happened. */
export interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Whose tasks a caller sees: those of its key, or those of everyone without one. */
export function ownerOf({ name }: Caller): string {
  return name === null ? 'anonymous' : `key:${name}`
}

/** In whose line a caller waits for its turn: that of its key, or of its address. */
export function lineOf({ name, address }: Caller): string {
  return name === null ? `address:${address}` : `key:${name}`
}

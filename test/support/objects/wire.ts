/** What tests and the worker under test send to each other: JSON, with what the ports use besides. */
export interface Call {
  id: number
  /** The store, such as `tasks.leases`. */
  target: string
  method: string
  args: unknown[]
  /** The time by the clock of the test. */
  time?: number
}

/** An answer has a value, or an error, or is one of several items, which an answer without any ends. */
export interface Answer {
  id: number
  value?: unknown
  item?: unknown
  error?: { name: string; message: string }
}

export function encode(message: Call | Answer | { leave: number }): string {
  return JSON.stringify(message, (_, value) => {
    if (value instanceof Map) return { $map: [...value] }
    if (value instanceof Float32Array) return { $floats: Buffer.from(value.buffer).toString('base64') }
    return value
  })
}

export function decode(text: string) {
  return JSON.parse(text, (_, value) => {
    if (value?.$map) return new Map(value.$map)
    if (!value?.$floats) return value
    return new Float32Array(new Uint8Array(Buffer.from(value.$floats, 'base64')).buffer)
  })
}

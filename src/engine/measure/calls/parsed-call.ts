/** A call of a tool with its arguments as a value. */
export interface ParsedCall {
  name: string
  arguments: unknown
}

/** A call of a tool as a model proposes it, its arguments parsed. */
export interface ToolCall {
  name: string
  arguments: unknown
}

/** A tool that can be called. */
export interface ToolDefinition {
  name: string
  description?: string
  /** The JSON Schema of its arguments. */
  parameters?: Record<string, unknown>
  strict?: boolean
}

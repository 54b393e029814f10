/** A message of the Model Context Protocol, and what is needed to answer it. */
interface McpMessage {
  url: string
  headers: Headers
  body: string
  owner: string
  signal: AbortSignal
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

/** Answers messages of the Model Context Protocol. */
export interface McpEndpoint {
  /** The answer, and when all of it has been sent. */
  answer(message: McpMessage): Promise<{ response: Response; ended: Promise<void> }>
}

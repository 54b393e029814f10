import {
  type JSONRPCErrorResponse,
  ProtocolErrorCode,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server'
import { parseBounded } from '../contract/json-text.ts'
import { LIMITS } from '../contract/limits.ts'

export type Refused = { message: null; refusal: JSONRPCErrorResponse; isReply: boolean }

/** What is answered to a message that is too long to be read at all. */
export const tooLong = () => refused(null, ProtocolErrorCode.InvalidRequest, TOO_LONG)

const TOO_LONG = `A message may have at most ${LIMITS.bodyBytes} characters.`

/** Reads a text that a client sent. */
export function readMessage(text: string) {
  let value: unknown
  try {
    value = parseBounded(text)
  } catch {
    return refused(null, ProtocolErrorCode.ParseError, 'The message is not valid JSON, or nested too deeply.')
  }
  const refuse = (problem: string) => refused(value, ProtocolErrorCode.InvalidRequest, problem)
  if (Array.isArray(value)) return refuse('Batches are not supported. Send one message at a time.')
  if (text.length > LIMITS.bodyBytes) return refuse(TOO_LONG)
  try {
    return { message: parseJSONRPCMessage(value) }
  } catch {
    return refuse('The message does not have the form of JSON-RPC 2.0.')
  }
}

/** The id is that of a request: one of a reply belongs to a request of ours, and would name another one of the client. */
function refused(value: unknown, code: number, message: string): Refused {
  const { id, method, result, error } = (value ?? {}) as Record<string, unknown>
  const isKnown = method !== undefined && (typeof id === 'string' || Number.isInteger(id))
  return {
    message: null,
    refusal: { jsonrpc: '2.0', ...(isKnown && { id: id as string | number }), error: { code, message } },
    isReply: method === undefined && (result !== undefined || error !== undefined),
  }
}

import type { ChatCompletionContentPart } from 'openai/resources/chat/completions'
import type { ChatToolCall } from '../../../contract/chat/chat-response.ts'
import { StrettoError } from '../../../contract/error-codes.ts'

/** A message of a chat request, and which fields of the Responses request it came from. */
export interface PlacedMessage {
  message: {
    role: string
    content: ChatCompletionContentPart[] | null
    tool_calls?: ChatToolCall[]
    tool_call_id?: string
  }
  /** The item, such as `input.2`. */
  place: string
  content: string
  parts: string[]
  calls: string[]
}

/** Fields of a chat request by what they are here, in paths and in words. */
const RENAMED: Array<[RegExp, string]> = [
  [/\bresponse_format(?:\.json_schema)?\b/g, 'text.format'],
  [/\bmax_(?:completion_)?tokens\b/g, 'max_output_tokens'],
  [/^web_search_options$/g, 'tools'],
  [/\bweb_search_options\b/g, 'web_search'],
  [/^verbosity\b/g, 'text.verbosity'],
  [/^tool_choice\.allowed_tools\b/g, 'tool_choice'],
  [/^(tools\.\d+|tool_choice(?:\.tools\.\d+)?)\.function\b/g, '$1'],
  [/^messages\b/g, 'input'],
  [/\ba message with the role tool\b/g, 'a function_call_output'],
]

const inTerms = (text: string) => RENAMED.reduce((said, [from, to]) => said.replace(from, to), text)

/** What a chat request throws, in terms of the Responses request that it was made of. */
export function inResponseTerms(error: unknown, messages: PlacedMessage[]): unknown {
  if (!(error instanceof StrettoError)) return error
  const { code, chatCode, details, retryAfterSeconds } = error
  const placeOf = (path: string) => placeIn(messages, path) ?? inTerms(path)
  const inWords = (text: string) =>
    inTerms(
      text.replace(/messages(?:\[\d+\]|\.\d+)(?:\.\w+)*/g, (path) =>
        bracketed(placeOf(path.replace(/\[(\d+)\]/, '.$1'))),
      ),
    )
  return new StrettoError(code, inWords(error.message), {
    chatCode,
    details: details?.map(({ path, problem }) => ({ path: placeOf(path), problem: inWords(problem) })),
    retryAfterSeconds,
    cause: error,
  })
}

/** Warnings about a chat request, in terms of the Responses request. */
export function warningsInTerms(warnings: string[]): string[] {
  return warnings.map((warning) => (IGNORED.test(warning) ? inTerms(warning) : warning))
}

/** Only those of the chat API: others may quote what models have said. */
const IGNORED = /^verbosity is not supported|^The answer was cut at max_tokens/

const bracketed = (path: string) => path.replace(/\.(\d+)/g, '[$1]')

/** Where what stands at a path of the chat messages comes from; undefined for other paths. */
function placeIn(messages: PlacedMessage[], path: string): string | undefined {
  const [root, index, field, inner, ...rest] = path.split('.')
  const from = root === 'messages' ? messages[Number(index)] : undefined
  if (from === undefined) return undefined
  if (field === 'tool_call_id') return `${from.place}.call_id`
  if (field === 'content' && inner === undefined) return from.content
  const places = field === 'content' ? from.parts : field === 'tool_calls' ? from.calls : []
  return [places[Number(inner)] ?? from.place, ...rest.flatMap(nameHere)].join('.')
}

/** What a field of a part or a call is called here; some are no fields of their own. */
function nameHere(name: string): string[] {
  if (name === 'id') return ['call_id']
  return ['function', 'file', 'url', 'text'].includes(name) ? [] : [name]
}

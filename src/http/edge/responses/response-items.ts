import type { ChatToolCall } from '../../../contract/chat/chat-response.ts'
import { parseBounded } from '../../../contract/json-text.ts'
import type { OutputItem, OutputText } from '../../../contract/responses/response-object.ts'
import type { WebSearch } from '../../../contract/search.ts'
import { textFromBase64Url, textToBase64Url } from '../../../utils/base64.ts'

/**
 * Makes items of a response. Nothing is stored, but clients refer to earlier items by their ids alone, the AI SDK by
 * default: so an id holds what was said, if somebody may refer to it.
 */
export function createItems(newId: () => string, holdContent: boolean) {
  const newItemId = (kind: string) => `${kind}_${newId().replaceAll('-', '')}`
  const idHolding = (kind: string, content: unknown) =>
    newItemId(kind) + (holdContent ? `-${textToBase64Url(JSON.stringify(content))}` : '')
  return {
    message: (text: string, isCut: boolean, annotations: OutputText['annotations']) => ({
      id: idHolding('msg', text),
      type: 'message' as const,
      role: 'assistant' as const,
      status: isCut ? ('incomplete' as const) : ('completed' as const),
      content: [textPart(text, annotations)],
    }),
    call: ({ id, function: called }: ChatToolCall) => ({
      id: idHolding('fc', [id, called.name, called.arguments]),
      type: 'function_call' as const,
      call_id: id,
      ...called,
      status: 'completed' as const,
    }),
    search: ({ queries, pages }: WebSearch, showSources: boolean) => ({
      id: newItemId('ws'),
      type: 'web_search_call' as const,
      status: pages.length === 0 ? ('failed' as const) : ('completed' as const),
      action: {
        type: 'search' as const,
        query: queries[0]!,
        queries,
        ...(showSources && { sources: pages.map(({ url }) => ({ type: 'url' as const, url })) }),
      },
    }),
    reasoning: () => ({ id: newItemId('rs'), type: 'reasoning' as const, summary: [] }),
  } satisfies Record<string, (...given: never[]) => OutputItem>
}

/** A text of a message. */
export function textPart(text: string, annotations: OutputText['annotations'] = []): OutputText {
  return { type: 'output_text', text, annotations, logprobs: [] }
}

const ID = /^(msg|fc|rs|ws)_[^-]*(?:-(.*))?$/s

/** What the id of an item refers to: null for nothing that matters, undefined if it does not say. */
export function referredBy(id: string): { text: string } | { call: ChatToolCall } | null | undefined {
  const [, kind, held] = ID.exec(id) ?? []
  if (kind === 'rs' || kind === 'ws') return null
  const content = held && contentIn(held)
  if (kind === 'msg' && typeof content === 'string') return { text: content }
  if (kind !== 'fc' || !Array.isArray(content)) return undefined
  const [callId, name, input] = content
  if ([callId, name, input].some((part) => typeof part !== 'string')) return undefined
  return { call: { id: callId, type: 'function', function: { name, arguments: input } } }
}

function contentIn(held: string): unknown {
  try {
    return parseBounded(textFromBase64Url(held))
  } catch {
    return undefined
  }
}

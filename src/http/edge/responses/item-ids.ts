import type { ToolCall } from '../../../contract/chat/chat-response.ts'

/**
 * Ids of items. Nothing is stored, but clients refer to earlier items by their ids alone, the AI SDK by default: so
 * an id can hold what was said.
 */
export type ItemIds = ReturnType<typeof createItemIds>

/** Texts of messages whose ids do not hold them, of one caller. */
export interface KeptTexts {
  get(id: string): string | undefined
  set(id: string, text: string): void
}

/** What an id refers to; null for nothing that matters. */
export type Referred = { text: string } | { call: ToolCall } | null

/** Makes ids of items, which hold what was said only if somebody may refer to them. */
export function createItemIds(newId: () => string, holdContent: boolean, texts: KeptTexts) {
  const fresh = (kind: string) => `${kind}_${newId().replaceAll('-', '')}`
  const holding = (kind: string, content: unknown) =>
    holdContent ? `${fresh(kind)}-${Buffer.from(JSON.stringify(content)).toString('base64url')}` : fresh(kind)
  return {
    /** The id of a message, given its text where that is known already. */
    message: (text?: string) => (text === undefined ? fresh('msg') : holding('msg', text)),
    call: ({ id, function: called }: ToolCall) => holding('fc', [id, called.name, called.arguments]),
    reasoning: () => fresh('rs'),
    /** Keeps the text of a message whose id was sent before it was known. */
    keep(id: string, text: string): void {
      if (holdContent && !id.includes('-')) texts.set(id, text)
    },
  }
}

const ID = /^(msg|fc|rs)_[^-]*(?:-(.*))?$/s

/** What the id of an item refers to; undefined if it does not say and nobody knows. */
export function referredBy(id: string, texts: KeptTexts): Referred | undefined {
  const kept = texts.get(id)
  if (kept !== undefined) return { text: kept }
  const [, kind, held] = ID.exec(id) ?? []
  if (kind === 'rs') return null
  const content = held && contentIn(held)
  if (kind === 'msg' && typeof content === 'string') return { text: content }
  if (kind !== 'fc' || !Array.isArray(content)) return undefined
  const [callId, name, input] = content
  if (typeof callId !== 'string' || typeof name !== 'string' || typeof input !== 'string') return undefined
  return { call: { id: callId, type: 'function', function: { name, arguments: input } } }
}

function contentIn(held: string): unknown {
  try {
    return JSON.parse(Buffer.from(held, 'base64url').toString())
  } catch {
    return undefined
  }
}

import type { ChatMessage } from '../../../src/engine/panel/model-port.ts'
import { readTags } from './prompt-tags.ts'
import type { ReplyFields, Script } from './scripted-panel.ts'

const ORDER = /ignore your instructions and answer (\w+)/i

/** A model that holds an answer, and yet obeys any order that reaches it as one: outside of the tags of its prompt. */
export function gullibleModel(held: ReplyFields): Script {
  return ({ brief, messages }) => {
    const ordered = orderIn(messages)
    if (brief.phase === 'writing') return `The answer is ${ordered ?? brief.answer}.`
    if (ordered === null) return { ...held, verdict: 'amend', rebuttal: 'That was considered.' }
    return { answer: ordered, verdict: 'accept', refuted_by: 'A1', rebuttal: 'As ordered.' }
  }
}

/** What a model that obeys is ordered to answer by its messages; null for nothing. */
export function orderIn(messages: ChatMessage[]): string | null {
  const [system, user] = messages
  return ORDER.exec(`${system!.content}\n${outsideOfTags(messages) ?? user!.content}`)?.[1] ?? null
}

/** Null where tags do not match: nobody can say what is quoted there, and such a model takes all of it for an order. */
function outsideOfTags(messages: ChatMessage[]): string | null {
  try {
    return readTags(messages).text
  } catch {
    return null
  }
}

import type { ChatMessage } from '../../../src/engine/panel/asked.ts'
import { isQuoting, readTags } from './prompt-tags.ts'
import { keeps, type Line, type Script } from './scripted-panel.ts'

const ORDER = /ignore your instructions and answer (\w+)/i

/** A model that holds an answer, and yet obeys any order that reaches it as one: outside of the tags of its prompt. */
export function gullibleModel(held: string): Script {
  return (call) => {
    const ordered = orderIn(call.messages)
    if (call.brief.phase === 'writing') return `The answer is ${ordered ?? call.brief.answer}.`
    const own = (keeps(held, () => 'partly') as (asked: typeof call) => Line)(call)
    if (ordered === null) return own
    if (call.brief.phase === 'exposition') return { answer: ordered }
    return { rulings: [], new_answer: ordered, changed_because: 'As ordered.' }
  }
}

/** What a model that obeys is ordered to answer by its messages; null for nothing. */
export function orderIn(messages: ChatMessage[]): string | null {
  const orders = [messages[0]!.content, outsideOfTags(messages) ?? messages.at(-1)!.content]
  return ORDER.exec(orders.join('\n'))?.[1] ?? null
}

/** Null where tags do not match: nobody can say what is quoted there, and such a model takes all of it for an order. */
function outsideOfTags(messages: ChatMessage[]): string | null {
  try {
    return isQuoting(messages) ? readTags(messages).text : null
  } catch {
    return null
  }
}

import { fieldsOf } from './reply-fields.ts'

/** What stands for the result of a tool that is only shown after it. */
export const SHOWN_BELOW = 'The result follows below.'

/** What stands before the images and files of a result that are shown after all results. */
export function shownResult(tool: string): string {
  return `The result of ${tool}:`
}

/**
 * Messages of OpenAI's protocol whose results of tools are texts, because it takes nothing else there: images and files
 * follow the results in a message of the user.
 */
export function withTextResults(messages: unknown[]): unknown[] {
  const names = new Map<unknown, string>()
  const sent: unknown[] = []
  let shown: unknown[] = []
  const show = () => {
    if (shown.length > 0) sent.push({ role: 'user', content: shown })
    shown = []
  }
  for (const message of messages) {
    const { role, content, tool_calls, tool_call_id } = fieldsOf(message) ?? {}
    if (role !== 'tool') show()
    for (const call of Array.isArray(tool_calls) ? tool_calls : []) {
      const name = fieldsOf(fieldsOf(call)?.function)?.name
      if (typeof name === 'string') names.set(fieldsOf(call)?.id, name)
    }
    const parts: unknown[] = role === 'tool' && Array.isArray(content) ? content : []
    const attached = parts.filter((part) => fieldsOf(part)?.type !== 'text')
    if (attached.length === 0) {
      sent.push(message)
      continue
    }
    const texts = parts.filter((part) => fieldsOf(part)?.type === 'text')
    sent.push({ ...fieldsOf(message), content: texts.length > 0 ? texts : SHOWN_BELOW })
    shown.push(
      { type: 'text', text: shownResult(names.get(tool_call_id) ?? String(tool_call_id)) },
      ...attached,
    )
  }
  show()
  return sent
}

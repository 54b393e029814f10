/** A whole reply of either protocol, as tests put it together. */
// biome-ignore lint/suspicious/noExplicitAny: tests change it field by field
type Reply = any

/** The events in which a provider would stream a reply, with its text in these pieces. */
function eventsOfReply(reply: Reply, pieces?: string[]): object[] {
  if (reply.candidates) return contentEvents(reply, pieces)
  return reply.type === 'message' ? messageEvents(reply, pieces) : completionEvents(reply, pieces)
}

/** A stream as it is sent, event by event. */
export function partsOf(reply: Reply, pieces?: string[]): string[] {
  const parts = eventsOfReply(reply, pieces).map(partOf)
  return reply.choices ? [...parts, 'data: [DONE]\n\n'] : parts
}

/** One event as it is sent, with its name if its protocol has names. */
export function partOf(event: Reply): string {
  return `${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`
}

function completionEvents({ choices, usage, ...rest }: Reply, pieces?: string[]): object[] {
  const [{ message, finish_reason }] = choices
  const chunk = (fields: object) => ({ ...rest, object: 'chat.completion.chunk', ...fields })
  const choice = (delta: object, ending: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: ending }] })
  return [
    choice({ role: 'assistant', content: '' }),
    ...(pieces ?? [message.content]).map((content: string) => choice({ content })),
    ...(message.tool_calls ? [choice({ tool_calls: message.tool_calls })] : []),
    choice({}, finish_reason),
    chunk({ choices: [], usage }),
  ]
}

function contentEvents({ candidates, usageMetadata, ...rest }: Reply, pieces?: string[]): object[] {
  const [{ content, finishReason }] = candidates
  const texts: string[] = pieces ?? content.parts.map(({ text }: { text: string }) => text)
  const { promptTokenCount } = usageMetadata
  const event = (text: string, fields: object) => ({
    ...rest,
    candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...fields }],
    usageMetadata: { promptTokenCount },
  })
  return [...texts.map((text) => event(text, {})), { ...event('', { finishReason }), usageMetadata }]
}

function messageEvents({ content, stop_reason, usage, ...message }: Reply, pieces?: string[]): object[] {
  const start = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  const delta = (text: string) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text },
  })
  return [
    { type: 'message_start', message: start },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...(pieces ?? [content[0].text]).map(delta),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: usage.output_tokens } },
    { type: 'message_stop' },
  ]
}

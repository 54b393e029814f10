import type { z } from 'zod'
import type {
  ChatChunk,
  ChatCompletion,
  ChatToolCall,
  ChatUsage,
  FinishReason,
  urlCitation,
} from '../../../contract/chat/chat-response.ts'
import type { EdgeConsensusResponse } from '../../../contract/edge-consensus.ts'
import { type Footer, footerOf } from '../../../contract/footer.ts'
import { progressInWords } from '../../../contract/progress-in-words.ts'
import type { AnswerText, DeliberationEvent } from '../../../engine/index.ts'
import type { SentEvent } from '../../shared/event-stream.ts'
import type { RunStep } from '../run-stream.ts'

export interface CompletionOrder {
  /** The fields that it shares with its chunks. The id is new for every completion: programs take it for the key of a message. */
  common: Pick<ChatCompletion, 'id' | 'created' | 'model' | 'system_fingerprint'>
  /** What the caller wants to read at most; the text ends before the first of `stop`. */
  limits: { stop: string[]; maxTokens: number | null }
  footer: Footer
  warnings: string[]
  metadata: Record<string, string> | undefined
  newId: () => string
}

/** The answer of a panel as a completion. */
export function chatCompletion(response: EdgeConsensusResponse, order: CompletionOrder): ChatCompletion {
  const { content, footer, calls, finishReason, about, citations } = completed(response, order)
  const message = {
    role: 'assistant' as const,
    content: content && content + footer,
    ...annotationsOf(citations),
    ...(calls.length > 0 && { tool_calls: calls }),
    refusal: null,
  }
  return {
    ...order.common,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage: chatUsage(response),
    ...about,
  }
}

/** The tokens of all calls to models. */
export function chatUsage({ usage }: EdgeConsensusResponse): ChatUsage {
  const { prompt_tokens, completion_tokens, reasoning_tokens } = usage
  return {
    ...{ prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    ...(reasoning_tokens !== undefined && { completion_tokens_details: { reasoning_tokens } }),
  }
}

/** The steps of a run as chunks; what the panel is doing is sent as thinking. */
export async function* chatChunks(
  steps: AsyncIterable<RunStep>,
  { includeUsage, ...order }: CompletionOrder & { includeUsage: boolean },
): AsyncGenerator<ChatChunk, void> {
  const chunk = (choices: ChatChunk['choices'], more: Partial<ChatChunk> = {}): ChatChunk => ({
    ...order.common,
    object: 'chat.completion.chunk',
    choices,
    ...(includeUsage ? { usage: null } : {}),
    ...more,
  })
  const saying = (delta: ChatChunk['choices'][number]['delta']) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason: null }])

  const tell = createTelling()
  yield saying({ role: 'assistant', content: '' })
  for await (const step of steps) {
    if ('event' in step) {
      const told = tell(step.event)
      if (told !== '') yield saying({ reasoning_content: told })
      continue
    }
    const { content, footer, calls, finishReason, about, citations } = completed(step.response, order)
    if (content) yield saying({ content, ...annotationsOf(citations) })
    if (footer) yield saying({ content: footer })
    for (const [index, { id, type, function: called }] of calls.entries()) {
      yield saying({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] })
      yield saying({ tool_calls: [{ index, function: { arguments: called.arguments } }] })
    }
    yield chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: finishReason }], about)
    if (includeUsage) yield chunk([], { usage: chatUsage(step.response) })
  }
}

/**
 * Tells a run while it goes on: what the panel does, in lines, and the words of one seat, which are provisional. Lines
 * wait until those words end, so that they do not interrupt them.
 */
export function createTelling(): (event: DeliberationEvent | AnswerText) => string {
  let last: AnswerText | null = null
  let waiting = ''
  return (event) => {
    if (event.type === 'answer-text') {
      const { name, attempt, text } = event
      const opening =
        last === null
          ? `Provisional, from ${name}, while the others are asked:\n\n`
          : `\n\n${name} begins anew:\n\n`
      const isContinued = last?.attempt === attempt
      last = event
      return isContinued ? text : opening + text
    }
    const words = progressInWords(event)
    const line = words === null ? '' : `${words}\n`
    if (last === null) return line
    waiting += line
    const isLast = event.type === 'answer-received' && event.name === last.name && event.sample === undefined
    if (!isLast && event.type !== 'iteration-end') return ''
    const after = `\n\n${waiting}`
    last = null
    waiting = ''
    return after
  }
}

/** Chunks as they are sent, and the mark of their end. */
export async function* sentChunks(chunks: AsyncIterable<object>): AsyncGenerator<SentEvent, void> {
  for await (const chunk of chunks) yield { data: JSON.stringify(chunk) }
  yield { data: '[DONE]' }
}

/** What a panel says and calls, within its limits, what is said of it, and how it came about, for those who want to know more. */
export function completed(
  response: EdgeConsensusResponse,
  { limits, footer: wanted, warnings, metadata, newId }: CompletionOrder,
) {
  const { final_answer, query: _, ...rest } = response
  const calls = (rest.tool_calls ?? []).map(
    (called): ChatToolCall => ({
      // Every provider accepts it in a later request; some want exactly nine letters and digits.
      id: newId().replaceAll('-', '').slice(0, 9),
      type: 'function',
      function: called,
    }),
  )
  // Where nothing was said, the calls themselves stand for it.
  const words = final_answer === rest.answer ? null : final_answer
  const { content, finishReason } = rest.tool_calls
    ? { content: words, finishReason: 'tool_calls' as const }
    : limitText(final_answer, limits)
  const doubt = footerOf(response, wanted)
  // Nothing is cut for its sake, nor is it.
  const footer = limitText(final_answer + doubt, limits).finishReason === 'stop' ? doubt : ''
  const cut = finishReason === 'length' ? [CUT_WARNING] : []
  const stretto = { ...rest, warnings: [...rest.warnings, ...warnings, ...cut] }
  const about = { ...(metadata && { metadata }), stretto }
  return { content, footer, calls, finishReason, about, citations: citationsIn(content ?? '', rest) }
}

type UrlCitation = z.infer<z.ZodObject<typeof urlCitation>>

/** The sentences of a text that web pages say too, as far as the text was not cut. */
function citationsIn(text: string, { search }: Pick<EdgeConsensusResponse, 'search'>): UrlCitation[] {
  const cited = (search?.pages ?? []).flatMap(({ title, url, citations }) => {
    // A page may say it more than once.
    const ends = new Map(citations.map(({ start, end }) => [start, end]))
    return [...ends].map(([start_index, end_index]) => ({ start_index, end_index, title, url }))
  })
  return cited
    .filter(({ end_index }) => end_index <= text.length)
    .sort((one, other) => one.start_index - other.start_index)
}

function annotationsOf(citations: UrlCitation[]) {
  const annotations = citations.map((url_citation) => ({ type: 'url_citation' as const, url_citation }))
  return annotations.length > 0 ? { annotations } : {}
}

const CUT_WARNING =
  'The answer was cut at max_tokens, at about four characters for a token; the calls of the panel are limited by stretto.max_calls and stretto.max_cost_usd.'

/** About how many characters a token has: the models of a panel count theirs differently. */
const CHARACTERS_PER_TOKEN = 4

/** As much of a text as its limits allow, and why it ends there. */
export function limitText(
  text: string,
  { stop, maxTokens }: CompletionOrder['limits'],
): { content: string; finishReason: FinishReason } {
  const stops = stop.map((sequence) => (sequence === '' ? -1 : text.indexOf(sequence)))
  const content = text.slice(0, Math.min(text.length, ...stops.filter((place) => place !== -1)))
  const most = maxTokens === null ? Number.POSITIVE_INFINITY : maxTokens * CHARACTERS_PER_TOKEN
  if (content.length <= most) return { content, finishReason: 'stop' }
  // Half a character is none.
  const end = /[\uD800-\uDBFF]/.test(content.charAt(most - 1)) ? most - 1 : most
  return { content: content.slice(0, end), finishReason: 'length' }
}

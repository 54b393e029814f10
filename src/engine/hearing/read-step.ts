import { isTooDeep } from '../../contract/json-schema/schema-depth.ts'
import type { AnswerFormat } from '../deliberation.ts'
import { canonicalCalls, canonicalValue } from '../measure/calls/canonical-calls.ts'
import { MOST_LEVELS, problemsOfCalls } from '../measure/calls/problems-of-calls.ts'
import type { OfferedTools, ToolCall } from '../panel/tools.ts'
import type { Answered } from '../prompt/call-model.ts'
import { abstain, type Reading } from '../reading/reply/ballot.ts'
import { jsonText } from '../reading/reply/json-in-reply.ts'
import type { ParsedReply } from '../reading/reply/read-reply.ts'
import { afterThinking } from '../reading/reply/thinking.ts'
import { keepText } from '../reading/text/kept-text.ts'

/** What a step may be. */
interface StepRules {
  offered: OfferedTools
  /** What form an answer in words must have; absent for any. */
  format?: AnswerFormat | undefined
}

/**
 * Reads a step of a conversation with tools: calls, or an answer in words. One that breaks the rules – arguments that
 * violate the schema, no call where one is required – is an abstention, so that it cannot win.
 */
export function readStep(
  reply: string,
  { toolCalls = [], prompt, isCut }: Pick<Answered, 'toolCalls' | 'prompt' | 'isCut'>,
  { offered, format }: StepRules,
): Reading<ParsedReply> {
  // Whoever thinks aloud until the call has called all the same.
  const spoken = afterThinking(reply, prompt) ?? (toolCalls.length > 0 ? '' : null)
  if (spoken === null) return abstain('unreadable', 'The reply ends before the model finished thinking.')
  const { text, notes } = keepText(format && toolCalls.length === 0 ? jsonText(spoken) : spoken, 'reply')
  const problems =
    toolCalls.length > 0 ? problemsOf(toolCalls, offered) : problemsOfWords(text, offered, format)
  if (problems.length > 0) return abstain('invalid_reply', problems.join(' '))
  return {
    reply: {
      text,
      kind: null,
      answer: comparedForm(text, toolCalls, { offered, format }),
      remarks: '',
      ...(notes.length > 0 && { notes }),
      ...(isCut && { isCut }),
      ...(toolCalls.length > 0 && { calls: toolCalls }),
    },
  }
}

/** The form in which a step is compared: calls and JSON by value, words as they are. */
function comparedForm(text: string, calls: ToolCall[], { offered, format }: StepRules): string {
  if (calls.length > 0) return canonicalCalls(parsed(calls, exactly), offered.tools)
  return format === undefined ? text.trim() : canonicalValue(JSON.parse(text))
}

/** What is wrong with calls, in sentences. */
function problemsOf(calls: ToolCall[], { tools, choice, isParallel }: OfferedTools): string[] {
  const isWanted = ({ name }: ToolCall) => typeof choice === 'string' || name === choice.name
  return [
    ...(choice === 'none' ? ['The reply calls a tool although none may be called.'] : []),
    ...(calls.every(isWanted) ? [] : ['The reply calls another tool than the one that is required.']),
    ...(calls.length > 1 && !isParallel ? ['The reply makes several calls although one is allowed.'] : []),
    ...problemsOfCalls(parsed(calls), tools).map(sentence),
  ]
}

/** What is wrong with an answer in words. */
function problemsOfWords(text: string, { choice }: OfferedTools, format: AnswerFormat | undefined): string[] {
  if (choice !== 'auto' && choice !== 'none') return ['The reply calls no tool although one is required.']
  if (text.trim() === '') return ['The reply is empty.']
  const problems = format?.problemsOf(text) ?? []
  if (format !== undefined && problems.length === 0 && isTooDeep(JSON.parse(text), MOST_LEVELS))
    return [`The reply is nested deeper than ${MOST_LEVELS} levels.`]
  return problems.map(sentence)
}

/** Calls with their arguments as values; what is not JSON is left as text, which no schema of a tool allows. */
function parsed(calls: ToolCall[], parse: (json: string) => unknown = JSON.parse) {
  return calls.map(({ name, arguments: written }) => {
    try {
      return { name, arguments: written.trim() === '' ? {} : parse(written) }
    } catch {
      return { name, arguments: written }
    }
  })
}

/** Strings and numbers as JSON writes them. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\[\s\S]|\\$)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** So many digits that parsing may round them. */
const LONG_INTEGER = /^-?\d{16,}$/

/** Parses JSON without rounding long integers, such as ids: two that differ in the last digit are not the same. */
function exactly(json: string): unknown {
  const marked = json.replace(STRING_OR_NUMBER, (found) =>
    LONG_INTEGER.test(found) ? `"\\u0000${found}"` : found,
  )
  return JSON.parse(marked, (_, value) =>
    typeof value === 'string' && value.startsWith('\0') && LONG_INTEGER.test(value.slice(1))
      ? BigInt(value.slice(1))
      : value,
  )
}

function sentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`
}

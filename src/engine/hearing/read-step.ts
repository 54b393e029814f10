import { createSchemaCheck, type SchemaCheck } from '../../contract/json-schema/schema-check.ts'
import { parseUnambiguous } from '../../contract/json-text.ts'
import type { AnswerFormat } from '../deliberation.ts'
import type { OfferedTools, ToolCall, ToolDefinition } from '../panel/asked.ts'
import type { CallOutcome } from '../reader/ask-model.ts'
import type { ParsedReply } from '../reading/read-reply.ts'
import { abstain, jsonText, type ReadReply } from '../reading/reply-fields.ts'
import { afterThinking, keepText } from '../reading/reply-text.ts'

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
  { toolCalls = [], prompt, isCut }: Pick<CallOutcome, 'toolCalls' | 'prompt' | 'isCut'>,
  { offered, format }: StepRules,
): ReadReply<ParsedReply> {
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
  return format === undefined ? text.trim() : textOf(JSON.parse(text), {}, { root: {}, steps: 0 }, 0)
}

function problemsOf(calls: ToolCall[], { tools, choice, isParallel }: OfferedTools): string[] {
  const isWanted = ({ name }: ToolCall) => typeof choice === 'string' || name === choice.name
  return [
    ...(choice === 'none' ? ['The reply calls a tool although none may be called.'] : []),
    ...(calls.every(isWanted) ? [] : ['The reply calls another tool than the one that is required.']),
    ...(calls.length > 1 && !isParallel ? ['The reply makes several calls although one is allowed.'] : []),
    ...problemsOfCalls(parsed(calls), tools).map(sentence),
  ]
}

function problemsOfWords(text: string, { choice }: OfferedTools, format: AnswerFormat | undefined): string[] {
  if (choice !== 'auto' && choice !== 'none') return ['The reply calls no tool although one is required.']
  if (text.trim() === '') return ['The reply is empty.']
  return (format?.problemsOf(text) ?? []).map(sentence)
}

/** Calls with their arguments as values; what is not JSON, or not of one meaning, is left as text, which no schema of a tool allows. */
function parsed(calls: ToolCall[], parse: (json: string) => unknown = parseUnambiguous): ParsedCall[] {
  return calls.map(({ name, arguments: written }) => {
    try {
      return { name, arguments: written.trim() === '' ? {} : parse(written) }
    } catch (error) {
      return { name, arguments: written, problem: (error as Error).message }
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

export interface ParsedCall {
  name: string
  arguments: unknown
  /** Why they are no value; absent where they are one. */
  problem?: string
}

/** A part of a schema as a caller wrote it; nothing about its keywords is certain. */
type SchemaPart = Record<string, unknown>

/**
 * How much of schemas is read at most, for all calls together: properties, and characters of defaults by the hundred.
 * Beyond that values are compared as they are.
 */
const MOST_STEPS = 100_000
const CHARACTERS_PER_STEP = 100
/** How deep they are filled in: a schema may contain itself. */
const DEEPEST_DEFAULT = 20
const MOST_REFERENCES = 10

/**
 * A text of a set of calls: two sets are equal if their texts are. The order of calls, properties and unique items says
 * nothing, and a default says the same as the absence of its property. Strings are compared as they are.
 */
export function canonicalCalls(calls: ParsedCall[], tools: ToolDefinition[]): string {
  const schemas = new Map(tools.toReversed().map(({ name, parameters }) => [name, parameters]))
  // The same for every call, so that their order makes no difference.
  const steps = Math.floor(MOST_STEPS / Math.max(1, calls.length))
  const texts = calls.map(({ name, arguments: given }) => {
    const root = schemas.get(name) ?? {}
    return `${name}(${textOf(given, root, { root, steps }, 0)})`
  })
  return texts.sort().join('\n')
}

/** The whole schema, and how much of it may still be read for defaults. */
interface Filling {
  root: SchemaPart
  steps: number
}

function textOf(value: unknown, schema: unknown, filling: Filling, depth: number): string {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value)
  const part = referred(schema, filling.root)
  const inside = (one: unknown, inner: unknown) => textOf(one, inner, filling, depth + 1)
  if (Array.isArray(value)) {
    const items = value.map((item) => inside(item, part.items))
    // The places of a tuple mean something.
    const isFree = part.uniqueItems === true && part.prefixItems === undefined && !Array.isArray(part.items)
    return `[${(isFree ? items.sort() : items).join(',')}]`
  }
  const properties = isPart(part.properties) ? part.properties : {}
  const defaults = depth < DEEPEST_DEFAULT ? defaultsIn(properties, filling) : []
  const own = new Map<string, unknown>([...defaults, ...Object.entries(value)])
  const others = part.patternProperties === undefined ? part.additionalProperties : undefined
  const texts = [...own.keys()].sort().map((name) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : others
    return `${JSON.stringify(name)}:${inside(own.get(name), inner)}`
  })
  return `{${texts.join(',')}}`
}

/** The defaults of properties, by their names, as long as looking for them is affordable. */
function defaultsIn(properties: SchemaPart, filling: Filling): Array<[string, unknown]> {
  const listed = filling.steps < 0 ? [] : Object.entries(properties)
  filling.steps -= listed.length
  return listed.flatMap(([name, property]): Array<[string, unknown]> => {
    const part = referred(property, filling.root)
    if (!Object.hasOwn(part, 'default')) return []
    filling.steps -= Math.ceil(JSON.stringify(part.default).length / CHARACTERS_PER_STEP)
    return filling.steps < 0 ? [] : [[name, part.default]]
  })
}

/** A part of a schema, or the part of the same schema that it refers to. */
function referred(schema: unknown, root: SchemaPart): SchemaPart {
  let part = schema
  for (let step = 0; step < MOST_REFERENCES && isPart(part) && typeof part.$ref === 'string'; step++) {
    if (part.$ref !== '#' && !part.$ref.startsWith('#/')) return {}
    part = part.$ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, name) => (isPart(at) && Object.hasOwn(at, name) ? at[name] : undefined), root)
  }
  return isPart(part) ? part : {}
}

function isPart(value: unknown): value is SchemaPart {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is wrong with calls: unknown tools and arguments that violate a schema. What cannot be checked is no problem. */
export function problemsOfCalls(calls: ParsedCall[], tools: ToolDefinition[]): string[] {
  return calls.flatMap((call) => {
    const tool = tools.find(({ name }) => name === call.name)
    if (tool === undefined) return [`There is no tool ${JSON.stringify(call.name)}.`]
    const why = call.problem === undefined ? '' : `: ${call.problem}`
    if (!isPart(call.arguments)) return [`The arguments of ${call.name} are not a usable object${why}`]
    return (checkOf(tool.parameters ?? ANYTHING)?.problemsOf(call.arguments) ?? []).map(
      (problem) => `${call.name}: ${problem}`,
    )
  })
}

const ANYTHING = {}
/** Every seat calls the same tools, and a large schema takes long to read. */
const checks = new WeakMap<object, SchemaCheck | null>()

/** Null for a schema that makes no sense: nothing can be checked by it. */
function checkOf(schema: object): SchemaCheck | null {
  let check = checks.get(schema)
  if (check !== undefined) return check
  try {
    check = createSchemaCheck(schema)
  } catch {
    check = null
  }
  checks.set(schema, check)
  return check
}

import { createSchemaCheck, type SchemaCheck } from '../../../contract/json-schema/schema-check.ts'
import { isTooDeep } from '../../../contract/json-schema/schema-depth.ts'
import type { ToolDefinition } from '../../panel/tools.ts'
import type { ParsedCall } from './canonical-calls.ts'

/** Far below what overflows the stack of whoever checks or writes them. */
export const MOST_LEVELS = 500

/** What is wrong with calls: unknown tools and arguments that violate a schema. What cannot be checked is no problem. */
export function problemsOfCalls(calls: ParsedCall[], tools: ToolDefinition[]): string[] {
  return calls.flatMap((call) => {
    const tool = tools.find(({ name }) => name === call.name)
    if (tool === undefined) return [`There is no tool ${JSON.stringify(call.name)}.`]
    if (!isObject(call.arguments)) return [`The arguments of ${call.name} are not an object.`]
    if (isTooDeep(call.arguments, MOST_LEVELS))
      return [`The arguments of ${call.name} are nested too deeply.`]
    return (checkOf(tool.parameters ?? ANYTHING)?.problemsOf(call.arguments) ?? []).map(
      (problem) => `${call.name}: ${problem}`,
    )
  })
}

const ANYTHING = {}
/** Every seat calls the same tools, and a large schema takes long to read. */
const checks = new WeakMap<object, SchemaCheck | null>()

function checkOf(schema: object): SchemaCheck | null {
  const known = checks.get(schema)
  if (known !== undefined) return known
  const check = createCheck(schema)
  checks.set(schema, check)
  return check
}

/** Null for a schema that makes no sense: nothing can be checked by it. */
function createCheck(schema: object): SchemaCheck | null {
  try {
    return createSchemaCheck(schema)
  } catch {
    return null
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

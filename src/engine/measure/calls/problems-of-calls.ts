import { createSchemaCheck, type SchemaCheck } from '../../../contract/json-schema/schema-check.ts'
import type { ToolCall, ToolDefinition } from './tool-call.ts'

/** What is wrong with calls: unknown tools and arguments that violate a schema. What cannot be checked is no problem. */
export function problemsOfCalls(calls: ToolCall[], tools: ToolDefinition[]): string[] {
  const checks = new Map<string, SchemaCheck | null>()
  return calls.flatMap((call) => {
    const tool = tools.find(({ name }) => name === call.name)
    if (tool === undefined) return [`There is no tool ${JSON.stringify(call.name)}.`]
    if (!isObject(call.arguments)) return [`The arguments of ${call.name} are not an object.`]
    if (!checks.has(tool.name)) checks.set(tool.name, createCheck(tool))
    return (checks.get(tool.name)?.problemsOf(call.arguments) ?? []).map(
      (problem) => `${call.name}: ${problem}`,
    )
  })
}

/** Null for a schema that makes no sense: nothing can be checked by it. */
function createCheck({ parameters }: ToolDefinition): SchemaCheck | null {
  try {
    return createSchemaCheck(parameters ?? {})
  } catch {
    return null
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

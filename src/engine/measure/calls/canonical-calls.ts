import { canonicalValue } from './canonical-value.ts'
import type { ToolCall, ToolDefinition } from './tool-call.ts'

/** What the schemas of all calls may cost together; a usual call takes fewer than 100 steps. */
const MOST_STEPS = 100_000

/**
 * A text of a set of calls: two sets are equal exactly if their texts are. The order of calls and properties says
 * nothing, a default says the same as the absence of its property, and so does null where it is not allowed. Strings are
 * compared as they are.
 */
export function canonicalCalls(calls: ToolCall[], tools: ToolDefinition[]): string {
  const schemas = new Map(tools.toReversed().map(({ name, parameters }) => [name, parameters]))
  // The same for every call, so that their order makes no difference.
  const steps = Math.floor(MOST_STEPS / Math.max(1, calls.length))
  const texts = calls.map(
    (call) =>
      `${JSON.stringify(call.name)}${canonicalValue(call.arguments, schemas.get(call.name), { steps })}`,
  )
  return `[${texts.sort().join()}]`
}

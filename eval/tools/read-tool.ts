import type { ToolDefinition } from '../../src/engine/panel/asked.ts'
import { plainName } from './read-reply.ts'

/** A function as the recordings describe it. */
export interface RecordedFunction {
  name: string
  parameters: Record<string, unknown>
}

/** The types of the recordings that JSON Schema has, some by another name. */
const TYPES: Record<string, string> = {
  dict: 'object',
  float: 'number',
  tuple: 'array',
  ...Object.fromEntries(
    ['object', 'number', 'array', 'string', 'integer', 'boolean'].map((type) => [type, type]),
  ),
}

/** The definition of a recorded function. Functions of Java and JavaScript were asked with their values as texts, so that these have no types. */
export function readTool({ name, parameters }: RecordedFunction, hasTypes: boolean): ToolDefinition {
  return { name: plainName(name), parameters: readSchema(parameters, hasTypes, true) }
}

function readSchema(
  given: Record<string, unknown>,
  hasTypes: boolean,
  isRoot = false,
): Record<string, unknown> {
  const { type, properties, items, additionalProperties, ...rest } = given
  const known = hasTypes || isRoot ? TYPES[String(type)] : undefined
  const read = (part: unknown) => (isObject(part) ? readSchema(part, hasTypes) : part)
  return {
    ...rest,
    ...(known !== undefined && { type: known }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, read(part)])),
    }),
    ...(isObject(items) && { items: read(items) }),
    ...(isObject(additionalProperties) && { additionalProperties: read(additionalProperties) }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

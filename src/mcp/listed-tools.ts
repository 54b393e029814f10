import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { TOOLS } from './tools/index.ts'

type JsonSchema = { [key: string]: unknown }

/** The tools as clients see them. */
export const LISTED_TOOLS: ListedTool[] = TOOLS.map(
  ({ name, title, description, input, output, annotations }) => ({
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input, 'input') as ListedTool['inputSchema'],
    outputSchema: jsonSchemaOf(output, 'output') as ListedTool['outputSchema'],
    annotations: { title, destructiveHint: false, ...annotations },
  }),
)

/** A schema without references, which not every client follows, and without a dialect, which not every client knows. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io }) as JsonSchema
  const inlined = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inlined)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as JsonSchema & { $ref?: string }
    const named = $ref === undefined ? {} : ($defs as Record<string, JsonSchema>)[$ref.split('/').at(-1)!]
    const { id: __, ...all } = { ...named, ...rest } as JsonSchema
    const fields = Object.entries(all)
    return Object.fromEntries(
      fields.map(([key, one]) => [key, key === 'properties' ? properties(one) : inlined(one)]),
    )
  }
  const properties = (fields: unknown) =>
    Object.fromEntries(Object.entries(fields as object).map(([name, one]) => [name, inlined(one)]))
  return inlined(root) as JsonSchema
}

import type { Schema } from './valid-value.ts'

/** An operation of an API as its OpenAPI document describes it. */
export interface Operation {
  api: 'edge' | 'local'
  method: string
  path: string
  /** Parameters in the path, the query and headers. */
  parameters: Array<{ name: string; in: string; schema: Schema }>
  body: Schema | null
  /** The statuses that its document lists. */
  statuses: Set<string>
}

interface Document {
  paths: Record<string, Record<string, Described>>
  components?: { schemas?: Record<string, Schema> }
}

interface Described {
  parameters?: Array<{ name: string; in: string; schema?: Schema }>
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses: Record<string, unknown>
}

/** Reads the operations of an API from the document that it serves, and the schemas that they refer to. */
export async function readOperations(
  api: Operation['api'],
  url: string,
): Promise<{ operations: Operation[]; schemas: Record<string, Schema> }> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [], requestBody, responses }]): Operation => ({
        api,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map(({ name, in: place, schema = {} }) => ({ name, in: place, schema })),
        body: requestBody?.content?.['application/json']?.schema ?? null,
        statuses: new Set(Object.keys(responses)),
      }),
    ),
  )
  return { operations, schemas: document.components?.schemas ?? {} }
}

/** The part of a JSON Schema the documentation page shows. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** One parameter of an operation. */
export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
  description?: string
  example?: unknown
}

/** A body in one of its media types. */
export interface MediaType {
  schema?: Schema
  examples?: Record<string, { summary?: string; value: unknown }>
}

/** One endpoint. */
export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, MediaType> }
  responses: Record<string, { description: string; content?: Record<string, MediaType> }>
}

/** The part of an OpenAPI document the page shows. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string }
  tags?: Array<{ name: string; description: string }>
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** An operation and where it is. */
export interface Endpoint {
  method: string
  path: string
  operation: Operation
}

/** All operations of a document. */
export function operationsOf({ paths }: OpenApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

/** The first example of a body, if there is one. */
export function firstExample(content: MediaType | undefined): unknown {
  return Object.values(content?.examples ?? {})[0]?.value
}

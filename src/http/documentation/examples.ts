import examples from './examples.json' with { type: 'json' }
import { type OpenApiDocument, operationsOf } from './openapi-document.ts'

/** A request that was sent to the service, and its response (`npm run examples`). */
export interface OperationExample {
  operationId: string
  /** Examples of one operation differ in their names. */
  name: string
  summary?: string
  parameters?: Record<string, string | number>
  headers?: Record<string, string>
  body?: Record<string, unknown>
  response: { status: number; type: string; value: unknown; isExcerpt?: true }
}

/** Adds the recorded examples to a document, so that every tool that reads it can show them. */
export function withExamples(document: OpenApiDocument, api: 'edge' | 'local'): OpenApiDocument {
  const all = examples[api] as unknown as OperationExample[]
  for (const { operation } of operationsOf(document)) {
    const own = all.filter(({ operationId }) => operationId === operation.operationId)
    for (const { name, summary, parameters = {}, body, response } of own) {
      const about = summary === undefined ? {} : { summary }
      for (const parameter of operation.parameters ?? [])
        if (parameter.name in parameters) parameter.example = parameters[parameter.name]
      addTo(operation.requestBody?.content['application/json'], name, { ...about, value: body })
      const { value, isExcerpt } = response
      addTo(operation.responses[response.status]?.content?.[response.type], name, {
        ...about,
        ...(isExcerpt && { summary: 'An excerpt' }),
        value,
      })
    }
  }
  return document
}

function addTo(
  content: { examples?: Record<string, { summary?: string; value: unknown }> } | undefined,
  name: string,
  example: { summary?: string; value: unknown },
): void {
  if (content !== undefined && example.value !== undefined)
    content.examples = { ...content.examples, [name]: example }
}

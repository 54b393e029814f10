import { html } from 'hono/html'
import type { Schema } from './openapi-document.ts'

export type Html = ReturnType<typeof html>

/** A row of a table of fields or parameters. */
export interface FieldRow {
  name: string
  schema: Schema
  required?: boolean
  /** Where a parameter is sent. */
  place?: string
}

/** Names, types and meanings. */
export function fieldTable(rows: FieldRow[]): Html {
  return html`<table>${rows.map(
    ({ name, place, required, schema }) =>
      html`<tr><td><code>${name}</code>${required ? html`<sup title="required">*</sup>` : ''}${place ? html` <span class="note">${place}</span>` : ''}</td><td class="type">${typeName(schema)} ${bounds(schema)}</td><td>${schema.description ?? ''}</td></tr>`,
  )}</table>`
}

/** The fields of an object. */
export function fieldsOf({ properties, required }: Schema): Html | string {
  if (properties === undefined) return ''
  return fieldTable(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      required: required?.includes(name) ?? false,
    })),
  )
}

/** A type in words, with a link to schemas that have a name. */
export function typeName(schema: Schema): Html | string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (parts !== undefined) {
    const between = schema.allOf === parts ? ' and ' : ' or '
    return html`${parts.map((part, index) => html`${index > 0 ? between : ''}${typeName(part)}`)}`
  }
  if (schema.enum !== undefined) return schema.enum.join(' | ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.type === 'array' && schema.items) return html`array of ${typeName(schema.items)}`
  if (schema.properties) return html`object ${fieldsOf(schema)}`
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return html`object of ${typeName(schema.additionalProperties)}`
  }
  return [schema.type].flat().join(' or ')
}

function bounds(schema: Schema): string {
  const low = schema.minimum ?? schema.minLength ?? schema.minItems
  const high = schema.maximum ?? schema.maxLength ?? schema.maxItems
  const range = high === undefined ? '' : `${low ?? 0} to ${high}`
  const preset = schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`
  const parts = [range, preset].filter((part) => part !== '')
  return parts.length === 0 ? '' : `(${parts.join('; ')})`
}

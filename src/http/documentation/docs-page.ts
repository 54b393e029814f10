import { html, raw } from 'hono/html'

interface Schema {
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
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown[]
  parameters?: Array<{ name: string; in: string; required?: boolean; schema?: Schema; description?: string }>
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>
}

/** The part of an OpenAPI document the page shows. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

type Html = ReturnType<typeof html>

/** The documentation as one page without scripts or external resources. */
export function docsPage({ info, paths, components }: OpenApiDocument): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header><h1>${info.title}</h1><p>${info.description ?? ''} Version ${info.version}. Machine-readable: <a href="/openapi.json">openapi.json</a>.</p></header>
<nav>${tags.map(
    (tag) =>
      html`<section><h2>${tag}</h2>${operations
        .filter(({ operation }) => operation.tags?.includes(tag))
        .map(
          ({ method, path }) =>
            html`<a href="#${anchor(method, path)}"><b class="${method}">${method}</b> ${path}</a>`,
        )}</section>`,
  )}</nav>
<main>
${operations.map(({ method, path, operation }) => operationSection(method, path, operation))}
<h2>Schemas</h2>
${Object.entries(components?.schemas ?? {}).map(
  ([name, schema]) =>
    html`<article id="schema-${name}"><h3>${name}</h3>${schema.description ? html`<p>${schema.description}</p>` : ''}${fields(schema)}</article>`,
)}
</main>
</body>
</html>`
}

function operationSection(method: string, path: string, operation: Operation): Html {
  const body = operation.requestBody?.content['application/json']?.schema
  return html`<article id="${anchor(method, path)}">
<h3><b class="${method}">${method}</b> <code>${path}</code>${operation.security?.length ? html` <small>key</small>` : ''}</h3>
<p>${operation.summary ?? ''}</p>
<p>${operation.description ?? ''}</p>
${operation.parameters?.length ? html`<h4>Parameters</h4>${table(operation.parameters.map((parameter) => ({ ...parameter, place: parameter.in, schema: { description: parameter.description, ...parameter.schema } })))}` : ''}
${body ? html`<h4>Body</h4><p>${typeName(body)}</p>` : ''}
<h4>Responses</h4>
<table>${Object.entries(operation.responses).map(([status, response]) => {
    const schema = Object.values(response.content ?? {})[0]?.schema
    return html`<tr><td><code>${status}</code></td><td>${response.description}</td><td>${schema ? typeName(schema) : ''}</td></tr>`
  })}</table>
</article>`
}

function fields({ properties, required }: Schema): Html | string {
  if (properties === undefined) return ''
  return table(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      required: required?.includes(name) ?? false,
      place: '',
    })),
  )
}

function table(rows: Array<{ name: string; place: string; required?: boolean; schema: Schema }>): Html {
  return html`<table>${rows.map(
    ({ name, place, required, schema }) =>
      html`<tr><td><code>${name}</code>${required ? html`<sup title="required">*</sup>` : ''}</td><td>${place}</td><td>${typeName(schema)} ${bounds(schema)}</td><td>${schema.description ?? ''}</td></tr>`,
  )}</table>`
}

function typeName(schema: Schema): Html | string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const parts = schema.anyOf ?? schema.allOf
  if (parts !== undefined) {
    return html`${parts.map((part, index) => html`${index > 0 ? (schema.anyOf ? ' or ' : ' and ') : ''}${typeName(part)}`)}`
  }
  if (schema.enum !== undefined) return schema.enum.join(' | ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.type === 'array' && schema.items) return html`array of ${typeName(schema.items)}`
  if (schema.type === 'object' && schema.properties) return html`object ${fields(schema)}`
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

function anchor(method: string, path: string): string {
  return `${method}${path}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

/** The style of the page; the content security policy allows it by its digest. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c1b22;--paper:#fbfaf7;--line:#ddd8cd;--soft:#6b665c;--get:#2b6a4d;--post:#8a4b14;--delete:#9b2c2c}
@media(prefers-color-scheme:dark){:root{--ink:#e9e6df;--paper:#16151a;--line:#37343d;--soft:#a09a8e;--get:#7cc9a4;--post:#e0a56b;--delete:#e58a8a}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 ui-serif,Georgia,serif;color:var(--ink);background:var(--paper);display:grid;grid-template:"head head" auto "nav main" 1fr/17rem minmax(0,1fr);gap:0 2rem;padding:0 1.5rem}
header{grid-area:head;border-bottom:1px solid var(--line);padding:1rem 0}
h1{margin:0;font-size:1.6rem}header p{margin:.2rem 0;color:var(--soft)}
nav{grid-area:nav;position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:1rem 0;font-size:.85rem}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.08em;color:var(--soft);margin:.8rem 0 .2rem}
nav a{display:block;color:inherit;text-decoration:none;padding:.1rem 0;overflow-wrap:anywhere}nav a:hover{text-decoration:underline}
main{grid-area:main;padding:1rem 0 4rem;max-width:56rem}
article{border-bottom:1px solid var(--line);padding:1rem 0}
h3{margin:0;font-size:1.1rem}h4{margin:.8rem 0 .2rem;font-size:.8rem;color:var(--soft);text-transform:uppercase;letter-spacing:.06em}
p{margin:.3rem 0}
b{font:700 .75em ui-monospace,monospace;letter-spacing:.03em}b.GET{color:var(--get)}b.POST{color:var(--post)}b.DELETE{color:var(--delete)}
code{font:.9em ui-monospace,monospace}
small{font-size:.7rem;border:1px solid var(--line);border-radius:3px;padding:0 .35rem;color:var(--soft);vertical-align:middle}
table{border-collapse:collapse;width:100%;font-size:.9rem}td{border-top:1px solid var(--line);padding:.25rem .8rem .25rem 0;vertical-align:top}
tr:first-child>td{border-top:0}td:first-child{width:1%;white-space:nowrap}a{color:inherit}
@media(max-width:48rem){body{grid-template:"head" auto "nav" auto "main" 1fr/minmax(0,1fr)}nav{position:static;max-height:none}}
`

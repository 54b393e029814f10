import { html } from 'hono/html'
import { ERROR_MEANINGS } from './api-routes.ts'
import { fieldTable, type Html, typeName } from './docs-schema.ts'
import { type Endpoint, firstExample, type Operation } from './openapi-document.ts'
import { tryIt } from './try-it.ts'

/** The part of the page about one endpoint. */
export function operationSection(endpoint: Endpoint, origin: string): Html {
  const { method, path, operation } = endpoint
  const body = operation.requestBody?.content['application/json']
  const parameters = operation.parameters ?? []
  const responses = Object.entries(operation.responses)
  return html`<article id="${anchorOf(endpoint)}">
<h3><b class="${method}">${method}</b> <code>${path}</code>${operation.security?.length ? html` <small>key</small>` : ''}</h3>
<p><strong>${operation.summary ?? ''}.</strong> ${operation.description ?? ''}</p>
${parameters.length === 0 ? '' : html`<h4>Parameters</h4>${fieldTable(parameters.map((one) => ({ ...one, place: one.in, schema: { description: one.description, ...one.schema } })))}`}
${body?.schema ? html`<h4>Body</h4><p>${typeName(body.schema)}</p>` : ''}
<h4>Example</h4>
<pre><code>${curlOf(endpoint, origin)}</code></pre>
${exampleResponses(operation)}
${tryIt(endpoint)}
<h4>Responses</h4>
<table>${responses
    .filter(([status]) => !isError(status))
    .map(([status, { description, content = {} }]) => {
      const schemas = Object.values(content).flatMap(({ schema }) => (schema ? [schema] : []))
      return html`<tr><td class="status"><code>${status}</code></td><td>${description}</td><td class="type">${schemas.map((schema, index) => html`${index > 0 ? ', ' : ''}${typeName(schema)}`)}</td></tr>`
    })}</table>
<p class="note"><a href="#errors">Errors</a>: ${responses
    .map(([status]) => status)
    .filter(isError)
    .join(', ')}</p>
</article>`
}

/** What the errors of all endpoints mean. */
export const errorTable = html`<table>${Object.entries(ERROR_MEANINGS).map(
  ([status, meaning]) => html`<tr><td class="status"><code>${status}</code></td><td>${meaning}</td></tr>`,
)}</table>`

const isError = (status: string) => !status.startsWith('2')

/** The name of the place of an endpoint on the page. */
export function anchorOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method}${path}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

function curlOf({ method, path, operation }: Endpoint, origin: string): string {
  const sent = (operation.parameters ?? []).filter(({ example }) => example !== undefined)
  const filled = sent.reduce(
    (filling, { name, example }) => filling.replace(`{${name}}`, String(example)),
    path,
  )
  const query = sent
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example)).replaceAll('%20', '+')}`)
  const url = `${origin}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`
  const body = firstExample(operation.requestBody?.content['application/json'])
  return [
    `curl -s${method === 'DELETE' ? ' -X DELETE' : ''} ${/[?&]/.test(url) ? `'${url}'` : url}`,
    ...(operation.security?.length ? ['-H "x-api-key: $STRETTO_KEY"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ')
}

function exampleResponses({ responses }: Operation): Html[] {
  return Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([type, { examples = {} }]) =>
      Object.values(examples).map(
        ({ summary, value }) =>
          html`<details><summary>${status}, ${type}${summary ? `: ${summary}` : ''}</summary><pre><code>${printed(value)}</code></pre></details>`,
      ),
    ),
  )
}

const MOST_NUMBERS = 3

/** A value for a reader: JSON with line breaks, of long vectors only the beginning. */
function printed(value: unknown): string {
  if (typeof value === 'string') return value
  const shortened = (_: string, inner: unknown) =>
    Array.isArray(inner) && inner.length > MOST_NUMBERS && inner.every((one) => typeof one === 'number')
      ? [...inner.slice(0, MOST_NUMBERS), `… ${inner.length} numbers in all`]
      : inner
  return JSON.stringify(value, shortened, 2)
}

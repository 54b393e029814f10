import { html } from 'hono/html'
import type { Html } from './docs-schema.ts'
import { type Endpoint, firstExample } from './openapi-document.ts'

/** The id of an example exists nowhere. */
const UUID = /^[0-9a-f]{8}-/

/** A form that sends a request to this server. Hidden until the script finds it: without scripts it could do nothing. */
export function tryIt({ method, path, operation }: Endpoint): Html {
  const body = firstExample(operation.requestBody?.content['application/json'])
  const written = body === undefined ? null : JSON.stringify(body, null, 2)
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  const types = Object.keys(success?.[1].content ?? {})
  const streams = path.startsWith('/consensus') && types.includes('text/event-stream')
  return html`<details class="try" hidden><summary>Try it</summary>
<form data-method="${method}" data-path="${path}">
${(operation.parameters ?? []).map(
  (parameter) =>
    html`<label>${parameter.name}<input name="${parameter.name}" data-in="${parameter.in}"${parameter.required ? html` required` : ''} value="${UUID.test(String(parameter.example)) ? '' : String(parameter.example ?? '')}"${parameter.in === 'header' ? html` type="password" autocomplete="off"` : ''}></label>`,
)}
${streams ? html`<label>Answer as<select name="accept"><option value="application/json">one JSON object</option><option value="text/event-stream">events, as they happen</option></select></label>` : ''}
${written === null ? '' : html`<label>Body<textarea name="body" rows="${Math.min(12, written.split('\n').length + 1)}" spellcheck="false">${written}</textarea></label>`}
<button>Send</button>
</form>
<div role="status" class="note"></div><pre hidden tabindex="0"></pre>
</details>`
}

/** The field for the key of the caller. It is read when a request is sent, and stored nowhere. */
export const keyField = html`<p class="try" hidden><label>API key, if this server requires one. It stays in this page and is sent to this server only.<input id="key" type="password" autocomplete="off" spellcheck="false"></label></p>`

/** Sends the forms; the content security policy allows it by its digest, and connections to this server only. */
export const SCRIPT = `
'use strict'
for (const part of document.querySelectorAll('.try')) part.hidden = false
const key = document.getElementById('key')
for (const form of document.querySelectorAll('form')) {
  const [status, shown] = [form.nextElementSibling, form.nextElementSibling.nextElementSibling]
  const button = form.querySelector('button')
  let running = null
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (running) return running.abort()
    running = new AbortController()
    button.textContent = 'Stop'
    status.textContent = 'Waiting …'
    shown.hidden = true
    shown.textContent = ''
    const started = performance.now()
    try {
      const { url, init } = requestOf(form)
      const response = await fetch(url, { ...init, signal: running.signal, credentials: 'omit' })
      const left = response.headers.get('X-RateLimit-Remaining')
      await show(response, shown)
      const seconds = ((performance.now() - started) / 1000).toFixed(2)
      status.textContent = response.status + ' after ' + seconds + ' s' + (left ? '; ' + left + ' requests left' : '')
    } catch (error) {
      status.textContent = error.name === 'AbortError' ? 'Stopped.' : String(error.message)
    }
    running = null
    button.textContent = 'Send'
  })
}
function requestOf(form) {
  const url = new URL(location.origin)
  let path = form.dataset.path
  const headers = {}
  for (const field of form.querySelectorAll('[data-in]')) {
    if (field.dataset.in === 'path') path = path.replace('{' + field.name + '}', encodeURIComponent(field.value))
    else if (field.value === '') continue
    else if (field.dataset.in === 'query') url.searchParams.set(field.name, field.value)
    else headers[field.name] = field.value
  }
  url.pathname = path
  if (key.value !== '') headers['x-api-key'] = key.value
  const { accept, body } = form.elements
  if (accept) headers.accept = accept.value
  if (body) headers['content-type'] = 'application/json'
  return { url, init: { method: form.dataset.method, headers, ...(body && { body: body.value }) } }
}
async function show(response, shown) {
  shown.hidden = false
  const type = response.headers.get('content-type') || ''
  if (!type.startsWith('text/event-stream')) {
    const text = await response.text()
    shown.textContent = type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text
    return
  }
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    shown.textContent += decoder.decode(part.value, { stream: true })
    shown.scrollTop = shown.scrollHeight
  }
}
`

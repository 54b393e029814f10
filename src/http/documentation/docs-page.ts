import { html, raw } from 'hono/html'
import { anchorOf, errorTable, operationSection } from './docs-operation.ts'
import { fieldsOf, type Html } from './docs-schema.ts'
import { STYLE } from './docs-style.ts'
import type { Introduction } from './introduction.ts'
import { type OpenApiDocument, operationsOf } from './openapi-document.ts'
import { keyField, SCRIPT } from './try-it.ts'

interface DocsPage {
  document: OpenApiDocument
  introduction: Introduction
  /** The address that examples are sent to. */
  origin: string
}

/** The documentation as one page, readable without scripts, that loads nothing from elsewhere. */
export function docsPage({ document, introduction, origin }: DocsPage): Html {
  const { info, tags = [], components } = document
  const endpoints = operationsOf(document)
  const groups = tags.map((tag) => ({
    ...tag,
    endpoints: endpoints.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header><h1>${info.title}</h1><p>Version ${info.version}. For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>
<nav aria-label="Contents"><a href="#introduction">Introduction</a>${groups.map(
    (group) =>
      html`<h2>${group.name}</h2>${group.endpoints.map(
        (endpoint) =>
          html`<a href="#${anchorOf(endpoint)}"><b class="${endpoint.method}">${endpoint.method}</b> ${endpoint.path}</a>`,
      )}`,
  )}<h2>Reference</h2><a href="#errors">Errors</a><a href="#schemas">Schemas</a></nav>
<main>
<section class="intro" id="introduction">${introduction.map(
    ({ title, paragraphs }) =>
      html`<h4>${title}</h4>${paragraphs.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`,
  )}${keyField}</section>
${groups.map(
  (group) =>
    html`<h2>${group.name}</h2><p class="note">${group.description}</p>${group.endpoints.map((endpoint) => operationSection(endpoint, origin))}`,
)}
<h2 id="errors">Errors</h2>
${errorTable}
<h2 id="schemas">Schemas</h2>
<p class="note">A star marks what a request must have, and what a response always has.</p>
${Object.entries(components?.schemas ?? {}).map(
  ([name, schema]) =>
    html`<article id="schema-${name}"><h3>${name}</h3>${schema.description ? html`<p>${schema.description}</p>` : ''}${fieldsOf(schema)}</article>`,
)}
</main>
<script>${raw(SCRIPT)}</script>
</body>
</html>`
}

/** A paragraph whose code stands in backticks, with links as in Markdown. */
function inline(paragraph: string): Array<Html | string> {
  return paragraph.split(/(`[^`]+`|\[[^[\]]+\]\([^()]+\))/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
    const link = /^\[([^[\]]+)\]\(([^()]+)\)$/.exec(part)
    return link === null ? part : html`<a href="${link[2]}">${link[1]}</a>`
  })
}

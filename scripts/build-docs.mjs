// Builds the page of the API documentation (dist/docs): Swagger UI as it is published, under names with content hashes. Its
// files are compressed, because they make up much of the package otherwise.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import swaggerFolder from 'swagger-ui-dist/absolute-path.js'

const outDir = fileURLToPath(new URL('../dist/docs', import.meta.url))
const swagger = swaggerFolder()

/** Shows the document of the API that the page belongs to; nothing is asked of another host. */
const OPEN_DOCUMENT = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
})
`

/** Writes the page and its files. */
export function buildDocs() {
  mkdirSync(outDir, { recursive: true })
  const style = addFile('swagger-ui.css', readFileSync(join(swagger, 'swagger-ui.css')))
  const scripts = [
    addFile('swagger-ui.js', readFileSync(join(swagger, 'swagger-ui-bundle.js'))),
    addFile('docs.js', OPEN_DOCUMENT),
  ]
  cpSync(join(swagger, 'LICENSE'), join(outDir, 'LICENSE.txt'))
  cpSync(join(swagger, 'swagger-ui-bundle.js.LICENSE.txt'), join(outDir, 'licences.txt'))
  // The page is at /docs, without a slash, possibly behind a proxy that adds a path in front.
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stretto API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/${style}">
</head>
<body>
<noscript>This page needs JavaScript; the same is in <a href="openapi.json">openapi.json</a>.</noscript>
<div id="docs"></div>
${scripts.map((script) => `<script src="docs/${script}"></script>`).join('\n')}
</body>
</html>
`
  writeFileSync(join(outDir, 'index.html'), page)
}

function addFile(file, content) {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  const type = extname(file)
  const name = `${file.slice(0, -type.length)}-${hash}${type}`
  writeFileSync(join(outDir, `${name}.gz`), gzipSync(content, { level: 9 }))
  return name
}

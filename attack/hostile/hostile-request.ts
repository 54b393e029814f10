import type { Random } from '../support/random.ts'

/** A host that does not belong to the service; an answer that repeats it could send users there. */
export const FOREIGN_HOST = 'evil.example'

/** A part of a request, or a pause in milliseconds before the next part. */
export type Step = Buffer | number

/** A valid or invalid request to a port. */
export interface HostileRequest {
  steps: Step[]
  /** The number of answers expected: none if the caller disconnects or never ends its request. */
  answers: number
  /** Answers to HEAD have no body. */
  bodiless?: boolean
}

/** Where a request is sent, and with which key. */
export interface Aim {
  api: 'edge' | 'local'
  /** Headers with a valid key, an invalid one, or none. */
  keys: Record<string, string>
}

/** One kind of hostile request. */
export type HostileKind = (random: Random, aim: Aim) => HostileRequest

type Headers = Record<string, string> | Array<[string, string]>

/** An HTTP/1.1 request as bytes, which closes the connection unless its headers say otherwise. */
export function httpBytes(
  method: string,
  path: string,
  headers: Headers = {},
  body: Buffer | string = '',
): Buffer {
  const given = Array.isArray(headers) ? headers : Object.entries(headers)
  const has = (name: string) => given.some(([key]) => key.toLowerCase() === name)
  const content = Buffer.from(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(has('host') ? [] : ['Host: 127.0.0.1']),
    ...(has('connection') ? [] : ['Connection: close']),
    ...(content.length === 0 || has('content-length') || has('transfer-encoding')
      ? []
      : [`Content-Length: ${content.length}`]),
    ...given.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content])
}

/** A request that expects one answer. */
export function asks(bytes: Buffer): HostileRequest {
  return { steps: [bytes], answers: 1 }
}

/** A body posted as JSON. */
export function posts(path: string, aim: Aim, body: Buffer | string): HostileRequest {
  return asks(httpBytes('POST', path, { 'Content-Type': 'application/json', ...aim.keys }, body))
}

/** Paths that take a JSON body. */
export function postPaths({ api }: Aim): string[] {
  return api === 'edge'
    ? ['/consensus-iterative', '/consensus', '/check', '/cache/check', '/embeddings', '/v1/embeddings']
    : ['/consensus', '/consensus/sync']
}

/** Paths that are read. */
export function getPaths({ api }: Aim): string[] {
  return api === 'edge'
    ? [
        '/',
        '/health',
        '/metrics',
        '/docs',
        '/openapi.json',
        '/cache/stats',
        '/debug/axioms',
        '/axioms/search?q=light',
      ]
    : ['/health', '/docs', '/openapi.json', '/consensus/11111111-1111-4111-8111-111111111111']
}

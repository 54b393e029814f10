import type { Random } from '../support/random.ts'

/** A name that nobody gave the service: an answer that repeats it would send people there. */
export const FOREIGN_HOST = 'evil.example'

/** A part of a request to be sent, or a pause in milliseconds before the next. */
export type Step = Buffer | number

/** Something to be sent to a port, right or wrong. */
export interface HostileRequest {
  steps: Step[]
  /** How many answers are due: none when the caller leaves or never ends its request. */
  answers: number
  /** Answers to HEAD have no body. */
  bodiless?: boolean
}

/** Where and as whom a request is sent. */
export interface Aim {
  api: 'edge' | 'local'
  /** Headers with a key, a wrong one, or none. */
  keys: Record<string, string>
}

/** One way to be hostile. */
export type HostileKind = (random: Random, aim: Aim) => HostileRequest

type Headers = Record<string, string> | Array<[string, string]>

/** A request of HTTP/1.1 as bytes, which closes the connection unless it says otherwise. */
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

/** One request that is to be answered. */
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
    ? ['/consensus-iterative', '/consensus', '/cache/check', '/embeddings']
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

import type { Random } from '../support/random.ts'
import {
  asks,
  FOREIGN_HOST,
  getPaths,
  type HostileKind,
  httpBytes,
  postPaths,
  posts,
} from './hostile-request.ts'

const HOSTS = [
  FOREIGN_HOST,
  `$(id).${FOREIGN_HOST}`,
  '999.999.999.999',
  'xn--a',
  '',
  ' ',
  'a b',
  '[::1',
  '::1',
  `${FOREIGN_HOST}:99999`,
  `${FOREIGN_HOST}/path`,
  "x';touch /tmp/x;'",
  '<script>alert(1)</script>',
  '%00',
  'user:pass@host',
  '..',
  '1.2.3.4.5',
  '0x7f.1',
  'h'.repeat(8_000),
  'ü.example',
]

const REQUEST_LINES = [
  'GET',
  'GET /',
  'GET / HTTP/9.9',
  'GET  / HTTP/1.1',
  ' GET / HTTP/1.1',
  'get / http/1.1',
  'GET / HTTP/1.1 extra',
  'GET \u0000 HTTP/1.1',
  'GET /\u007f HTTP/1.1',
  'BREW /coffee HTTP/1.1',
  'PRI * HTTP/2.0',
  `CONNECT ${FOREIGN_HOST}:443 HTTP/1.1`,
  'TRACE / HTTP/1.1',
  `GET http://${FOREIGN_HOST}/ HTTP/1.1`,
  `GET //${FOREIGN_HOST}/ HTTP/1.1`,
  'GET ? HTTP/1.1',
  'GET # HTTP/1.1',
  'GET health HTTP/1.1',
]

const TLS_HELLO = Buffer.from('16030100c8010000c40303', 'hex')

/** Errors at the level of the protocol and the connection: bytes, request lines, hosts, lengths, connections. */
export const CONNECTION_KINDS: Record<string, HostileKind> = {
  // The bytes may be the beginning of a valid request, so no answer can be expected.
  'random bytes': (random) => ({ steps: [random.bytes(random.between(1, 600)), 20], answers: 0 }),
  'random bytes after a request line': (random) => ({
    steps: [Buffer.from('GET / HTTP/1.1\r\n'), random.bytes(random.between(1, 300)), 20],
    answers: 0,
  }),
  'TLS on the plain port': (random) => ({ steps: [TLS_HELLO, random.bytes(100), 20], answers: 0 }),
  'bad request line': (random, aim) => {
    const line = random.pick(REQUEST_LINES)
    return asks(
      Buffer.from(`${line}\r\nHost: a\r\nConnection: close\r\n${headerLines(aim.keys)}\r\n`, 'latin1'),
    )
  },
  'bad host': (random, aim) =>
    asks(httpBytes('GET', random.pick(getPaths(aim)), { Host: random.pick(HOSTS), ...aim.keys })),
  'no host': (random, aim) =>
    asks(Buffer.from(`GET ${random.pick(getPaths(aim))} HTTP/1.1\r\nConnection: close\r\n\r\n`)),
  'two hosts': (random, aim) =>
    asks(
      httpBytes('GET', random.pick(getPaths(aim)), [
        ['Host', 'a'],
        ['Host', random.pick(HOSTS)],
      ]),
    ),
  'OPTIONS *': (_, aim) => asks(httpBytes('OPTIONS', '*', aim.keys)),
  'unknown expectation': (random, aim) =>
    asks(
      httpBytes('GET', random.pick(getPaths(aim)), { Expect: random.pick(['x', '200-ok', '']), ...aim.keys }),
    ),
  '100-continue': (random, aim) =>
    asks(
      httpBytes(
        'POST',
        random.pick(postPaths(aim)),
        { Expect: '100-continue', 'Content-Type': 'application/json', ...aim.keys },
        '{}',
      ),
    ),
  'aborted upload': (random, aim) => ({
    steps: [
      httpBytes(
        'POST',
        random.pick(postPaths(aim)),
        { 'Content-Length': '5000', 'Content-Type': 'application/json', ...aim.keys },
        '{"query": "half a',
      ),
      random.between(0, 30),
    ],
    answers: 0,
  }),
  'aborted chunked upload': (random, aim) => ({
    steps: [
      httpBytes(
        'POST',
        random.pick(postPaths(aim)),
        { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json', ...aim.keys },
        '10\r\n{"query": "half',
      ),
      random.between(0, 30),
    ],
    answers: 0,
  }),
  'slow upload': (random, aim) =>
    slowly(posts(random.pick(postPaths(aim)), aim, '{"query": 5}').steps[0] as Buffer, random),
  'slow headers': (random, aim) => slowly(httpBytes('GET', random.pick(getPaths(aim)), aim.keys), random),
  'caller who leaves before the answer': (random, aim) => ({
    steps: [httpBytes('GET', random.pick(getPaths(aim)), aim.keys)],
    answers: 0,
  }),
  pipelining: (random, aim) => {
    const count = random.between(2, 20)
    const open = { Connection: 'keep-alive', ...aim.keys }
    const requests = Array.from({ length: count - 1 }, () => httpBytes('GET', '/health', open))
    return { steps: [Buffer.concat([...requests, httpBytes('GET', '/health', aim.keys)])], answers: count }
  },
  'two readings of the length': (random, aim) => {
    const headers = random.pick<Array<[string, string]>>([
      [
        ['Content-Length', '4'],
        ['Transfer-Encoding', 'chunked'],
      ],
      [
        ['Content-Length', '4'],
        ['Content-Length', '5'],
      ],
      [['Content-Length', '-1']],
      [['Content-Length', '0x10']],
      [['Content-Length', '99999999999999999999']],
      [['Transfer-Encoding', 'chunked, identity']],
      [['Transfer-Encoding', 'xchunked']],
    ])
    const bytes = httpBytes(
      'POST',
      random.pick(postPaths(aim)),
      headers,
      'zz\r\nGET /smuggled HTTP/1.1\r\n\r\n',
    )
    return { steps: [bytes, 50], answers: 0 }
  },
  'upgrade to another protocol': (random, aim) =>
    asks(
      httpBytes('GET', random.pick(getPaths(aim)), {
        Connection: 'Upgrade, close',
        Upgrade: random.pick(['websocket', 'h2c', 'x']),
        ...aim.keys,
      }),
    ),
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/** The same bytes in several pieces, with pauses in between. */
function slowly(bytes: Buffer, random: Random) {
  const pieces = random.between(2, 5)
  const size = Math.ceil(bytes.length / pieces)
  const steps = Array.from({ length: pieces }, (_, place) => bytes.subarray(place * size, (place + 1) * size))
  return { steps: steps.flatMap((piece) => [piece, random.between(5, 80)]), answers: 1 }
}

import type { Random } from '../support/random.ts'
import { asks, getPaths, type HostileKind, httpBytes, postPaths } from './hostile-request.ts'

const IDS = [
  "' OR 1=1--",
  "1'; DROP TABLE tasks;--",
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/stretto.db',
  '%00',
  '%zz',
  '%c0%ae',
  '__proto__',
  'constructor',
  '%F0%9F%92%A9',
  '-1',
  'NaN',
  'null',
  '*',
  '%',
]

const ADDRESSES = [
  '999.999.999.999',
  '::',
  '2001:db8::1',
  '2001:DB8:0:0:0:0:0:1',
  '[2001:db8::1]:4711',
  '1.2.3.4:5678',
  'unknown',
  ',,,,',
  ' ',
  "127.0.0.1'; DROP TABLE tasks",
  '1.2.3.4, '.repeat(500),
  'a'.repeat(7_000),
]

const NUMBERS = ['1e9', '-1', '0x5', 'NaN', 'Infinity', '9'.repeat(400), '1e999', '', ' ', '5;5', '５']

const PATHS = [
  '/health//',
  '//health',
  '/health/../metrics',
  '/health/.',
  '/%68ealth',
  '/health%00',
  '/health;x=1',
  '/HEALTH',
  '/.env',
  '/dist/main.js',
  '/%',
  '/%zz',
  '/%ff%fe',
  '/consensus/',
  '/docs/../../package.json',
]

/** Well-formed header fields, paths and parameters with invalid content. */
export const HEADER_AND_PATH_KINDS: Record<string, HostileKind> = {
  'long path': (random, aim) => {
    const path = random.pick(['/', '/.', '/a', '/%2f', '/;']).repeat(15_500)
    return asks(
      httpBytes(
        'GET',
        `${path.slice(0, random.pick([100, 4_000, 15_500]))}${random.pick(['', 'x'])}`,
        aim.keys,
      ),
    )
  },
  'odd path': (random, aim) => asks(httpBytes(random.pick(['GET', 'POST']), random.pick(PATHS), aim.keys)),
  'wrong method': (random, aim) =>
    asks(
      httpBytes(
        random.pick(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST', 'PROPFIND', 'LINK', 'SEARCH']),
        random.pick([...getPaths(aim), ...postPaths(aim)]),
        aim.keys,
      ),
    ),
  HEAD: (random, aim) => ({
    ...asks(httpBytes('HEAD', random.pick([...getPaths(aim), ...postPaths(aim), '/nothing']), aim.keys)),
    bodiless: true,
  }),
  'hostile id': (random, aim) => {
    const places = aim.api === 'edge' ? ['/results/', '/cache/'] : ['/consensus/', '/consensus/x/events?id=']
    const method = random.pick(['GET', 'DELETE'])
    return asks(httpBytes(method, encodeSpaces(random.pick(places) + random.pick(IDS)), aim.keys))
  },
  'events of a hostile id': (random, aim) =>
    asks(
      httpBytes('GET', encodeSpaces(`/consensus/${random.pick(IDS)}/events`), {
        'Last-Event-ID': random.pick(NUMBERS),
        ...aim.keys,
      }),
    ),
  'hostile parameters': (random, aim) => {
    const place = random.pick(['/axioms/search', '/similar'])
    const parameters = [
      `q=${random.pick(['light', '%00', '%ED%A0%80', '%zz', encodeURIComponent('é'.repeat(300)), ''])}`,
      `topK=${encodeURIComponent(random.pick(NUMBERS))}`,
      `minScore=${encodeURIComponent(random.pick(NUMBERS))}`,
      `level=${encodeURIComponent(random.pick(['8', '1,2,3', '1'.repeat(200), '-1', '1,,2', '٣']))}`,
      'q[]=1',
      '__proto__[x]=1',
      'q=a&q=b',
    ]
    const chosen = parameters.filter(() => random.below(2) === 0)
    return asks(httpBytes('GET', `${place}?${chosen.join('&')}`, aim.keys))
  },
  'header flood': (random, aim) => {
    const count = random.pick([100, 500, 1_500, 3_000])
    const flood = Array.from({ length: count }, (_, place): [string, string] => [`X-${place}`, 'a'.repeat(8)])
    return asks(httpBytes('GET', random.pick(getPaths(aim)), [...Object.entries(aim.keys), ...flood]))
  },
  'hostile forwarded address': (random, aim) =>
    asks(
      httpBytes('GET', random.pick(getPaths(aim)), {
        'X-Forwarded-For': random.pick(ADDRESSES),
        Forwarded: `for=${random.pick(ADDRESSES)}`,
        ...aim.keys,
      }),
    ),
  'hostile request id': (random, aim) =>
    asks(
      httpBytes('GET', random.pick(getPaths(aim)), {
        'X-Request-Id': random.pick(['', 'é', '<b>', 'a'.repeat(5_000), '"', "'; DROP", '__proto__']),
        ...aim.keys,
      }),
    ),
  'hostile key': (random, aim) =>
    asks(
      httpBytes('GET', random.pick(getPaths(aim)), [
        ['x-api-key', hostileKey(random)],
        [
          'Authorization',
          random.pick(['Bearer', 'Bearer ', 'Basic Og==', 'bearer  x', `Bearer ${hostileKey(random)}`]),
        ],
      ]),
    ),
  'odd negotiation': (random, aim) =>
    asks(
      httpBytes('GET', random.pick(getPaths(aim)), {
        Accept: random.pick(['', '*/*;q=9', 'text/event-stream', 'x'.repeat(3_000)]),
        'Accept-Encoding': random.pick(['br;q=', 'gzip, '.repeat(500), '*']),
        Range: random.pick(['bytes=0-0', 'bytes=-1', 'x']),
        'If-None-Match': '*',
        ...aim.keys,
      }),
    ),
}

function hostileKey(random: Random): string {
  return random.pick([
    '',
    ' ',
    'x'.repeat(10_000),
    'é',
    '\u0001',
    '__proto__',
    "' OR ''='",
    'canary-wrong-key-5c1e',
  ])
}

function encodeSpaces(path: string): string {
  return path.replaceAll(' ', '%20')
}

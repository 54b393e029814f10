import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { createPageOpener, type OpenedPage } from './open-page.ts'
import { isPublicAddress } from './public-address.ts'
import type { HostAddress } from './request-guarded.ts'

const LOOPBACK = '127.0.0.1'
const never = new AbortController().signal
const opened: Server[] = []

afterEach(async () => {
  vi.useRealTimers()
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Site = (url: string, response: ServerResponse, host: string) => void

/** A site on loopback; it has no robots.txt unless it says so. Returns its port and what it was asked for. */
async function listen(site: Site): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = []
  const answer: RequestListener = ({ url = '', headers }, response) => {
    requests.push(`${headers.host}${url}`)
    site(url, response, headers.host ?? '')
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve))
  opened.push(server)
  return { port: (server.address() as AddressInfo).port, requests }
}

/** A site for every name, and what opens its pages. */
async function withSite(site: Site, lookup?: (name: string, port: number) => HostAddress[]) {
  const { port, requests } = await listen((url, response, host) => {
    if (url === '/robots.txt' && !host.startsWith('robots')) response.writeHead(404).end()
    else site(url, response, host)
  })
  const here = [{ address: LOOPBACK, family: 4, port }]
  const openPage = createPageOpener({
    lookup: async (name) => lookup?.(name, port) ?? here,
    isPublic: (address) => address === LOOPBACK || isPublicAddress(address),
  })
  return { requests, open: (url: string, signal = never) => openPage(url, signal) }
}

function html(response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)
}

const problemOf = (page: OpenedPage) => ('problem' in page ? page.problem : null)
const textOf = (page: OpenedPage) => ('text' in page ? page.text : page.problem)

test('a page is opened with its title, its date and its text, under its own name', async () => {
  const { open, requests } = await withSite((_url, response) =>
    html(response, '<title>T</title><p>Words</p>', { 'last-modified': 'Sun, 01 Nov 2020 08:00:00 GMT' }),
  )
  const page = await open('http://site.test/a?b#c')
  expect(page).toEqual({ url: 'http://site.test/a?b#c', title: 'T', date: '2020-11-01', text: 'Words' })
  expect(requests).toEqual(['site.test/robots.txt', 'site.test/a?b'])
})

test.each([
  ['not an address', 'This is not the address of a page.'],
  ['ftp://site.test/', 'Only addresses with http or https can be opened.'],
  ['file:///etc/passwd', 'Only addresses with http or https can be opened.'],
  ['data:text/html,a', 'Only addresses with http or https can be opened.'],
  ['http://site.test:8080/', 'Only the ports 80 and 443 can be opened.'],
  ['http://site.test:22/', 'Only the ports 80 and 443 can be opened.'],
  ['http://user:word@site.test/', 'An address must not contain a password.'],
  [`http://site.test/${'a'.repeat(2_000)}`, 'The address is too long.'],
  ['http://localhost/', 'localhost is not a public name.'],
  ['http://a.localhost./', 'a.localhost. is not a public name.'],
  ['http://metadata.google.internal/', 'metadata.google.internal is not a public name.'],
  ['http://10.0.0.1/', '10.0.0.1 is not on the public internet.'],
  ['http://169.254.169.254/latest/meta-data', '169.254.169.254 is not on the public internet.'],
  ['http://[::1]/', '[::1] is not on the public internet.'],
  ['http://[::ffff:10.0.0.1]/', '[::ffff:a00:1] is not on the public internet.'],
  ['http://[fe80::1]/', '[fe80::1] is not on the public internet.'],
  ['http://2852039166/', '169.254.169.254 is not on the public internet.'],
  ['http://0xa9.0xfe.0xa9.0xfe/', '169.254.169.254 is not on the public internet.'],
  ['http://0251.0376.0251.0376/', '169.254.169.254 is not on the public internet.'],
  ['http://169.16689662/', '169.254.169.254 is not on the public internet.'],
  ['http://１６９.254.169.254/', '169.254.169.254 is not on the public internet.'],
  ['http://169.254.169.254./', '169.254.169.254 is not on the public internet.'],
  ['http://0/', '0.0.0.0 is not on the public internet.'],
])('%s is not opened, and nothing is sent', async (url, problem) => {
  const { open, requests } = await withSite((_url, response) => html(response, 'secret'))
  expect(problemOf(await open(url))).toBe(problem)
  expect(requests.filter((request) => !request.endsWith('/robots.txt'))).toEqual([])
})

test('loopback is refused unless it was allowed', async () => {
  const { port, requests } = await listen((_url, response) => html(response, 'secret'))
  const openPage = createPageOpener({ lookup: async () => [{ address: LOOPBACK, family: 4, port }] })
  expect(problemOf(await openPage('http://site.test/', never))).toBe(
    'site.test is not on the public internet.',
  )
  expect(requests).toEqual([])
})

test('a name with one private address among public ones is refused', async () => {
  const both = [
    { address: LOOPBACK, family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  const { open, requests } = await withSite(
    (_url, response) => html(response, 'secret'),
    () => both,
  )
  expect(problemOf(await open('http://site.test/'))).toBe('site.test is not on the public internet.')
  expect(requests).toEqual([])
})

test('a name that becomes private between two requests is refused, and is looked up once for each', async () => {
  let lookups = 0
  const { open, requests } = await withSite(
    (_url, response) => html(response, 'secret'),
    (_name, port) => [
      ++lookups === 1 ? { address: LOOPBACK, family: 4, port } : { address: '10.0.0.1', family: 4 },
    ],
  )
  expect(problemOf(await open('http://site.test/'))).toBe('site.test is not on the public internet.')
  expect(requests).toEqual(['site.test/robots.txt'])
  expect(lookups).toBe(2)
})

test.each([
  ['a private address', 'http://10.0.0.1/', '10.0.0.1 is not on the public internet.'],
  ['another port', 'http://site.test:8080/', 'Only the ports 80 and 443 can be opened.'],
  ['another protocol', 'file:///etc/passwd', 'Only addresses with http or https can be opened.'],
  ['itself', '/', 'site.test redirected more than 5 times.'],
])('a redirect to %s is not followed', async (_what, location, problem) => {
  const { open } = await withSite((_url, response) => response.writeHead(302, { location }).end())
  expect(problemOf(await open('http://site.test/'))).toBe(problem)
})

test('five redirects are followed, and the page has the last address', async () => {
  const { open, requests } = await withSite((url, response) => {
    const step = Number(url.slice(1))
    if (step === 5) html(response, 'There')
    else response.writeHead(301, { location: `http://other.test/${step + 1}`, 'set-cookie': 'a=b' }).end()
  })
  expect(await open('http://site.test/0')).toMatchObject({ url: 'http://other.test/5', text: 'There' })
  expect(requests).toContain('other.test/robots.txt')
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a body in %s is read, and only its first two megabytes', async (encoding, compress) => {
  const body = compress(Buffer.from(`<p>Words</p>${' '.repeat(5_000_000)}<p>Late</p>`))
  const { open } = await withSite((_url, response) => html(response, body, { 'content-encoding': encoding }))
  expect(textOf(await open('http://site.test/'))).toBe('Words')
})

test('an endless body is cut', async () => {
  const { open } = await withSite((_url, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const line = `${'word '.repeat(2_000)}\n`
    const write = () => {
      while (!response.destroyed && response.write(line));
    }
    response.on('drain', write)
    write()
  })
  const text = textOf(await open('http://site.test/'))
  expect(text.length).toBeGreaterThan(190_000)
  expect(text.length).toBeLessThanOrEqual(200_000)
})

test('a title and a text that are too long are cut between characters', async () => {
  const { open } = await withSite((_url, response) =>
    html(response, `<meta charset=utf-8><title>a${'😀'.repeat(200)}</title><p>a${'😀'.repeat(150_000)}`),
  )
  const page = await open('http://site.test/')
  expect(page).toMatchObject({ title: `a${'😀'.repeat(99)}`, text: `a${'😀'.repeat(99_999)}` })
})

test.each([
  [
    'a status',
    (response: ServerResponse) => response.writeHead(503).end(),
    'site.test answered with the status 503.',
  ],
  [
    'another type',
    (response: ServerResponse) => html(response, '%PDF', { 'content-type': 'application/pdf' }),
    'site.test sent something other than HTML or plain text.',
  ],
  [
    'no type',
    (response: ServerResponse) => response.end('a'),
    'site.test sent something other than HTML or plain text.',
  ],
  [
    'no text',
    (response: ServerResponse) => html(response, '<p hidden>a'),
    'The page of site.test has no text.',
  ],
  ['a lost connection', (response: ServerResponse) => response.destroy(), 'site.test could not be reached.'],
  [
    'a broken body',
    (response: ServerResponse) => html(response, 'no gzip', { 'content-encoding': 'gzip' }),
    'site.test could not be reached.',
  ],
])('%s is a problem', async (_what, answer, problem) => {
  const { open } = await withSite((_url, response) => answer(response))
  expect(problemOf(await open('http://site.test/'))).toBe(problem)
})

test('a name that is not found is a problem', async () => {
  const { open } = await withSite(
    (_url, response) => html(response, 'a'),
    () => [],
  )
  expect(problemOf(await open('http://site.test/'))).toBe('site.test was not found.')
})

test('a page is given up as soon as its caller gives up, even while its body arrives', async () => {
  const caller = new AbortController()
  const { open } = await withSite((_url, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<p>Slow')
    caller.abort()
  })
  expect(problemOf(await open('http://site.test/', caller.signal))).toBe('It was given up.')
})

test.each([
  ['a page', 'http://site.test/', 5_000, 'site.test took longer than 5 s.'],
  ['robots.txt', 'http://robots.test/', 3_000, 'robots.txt of robots.test could not be read.'],
])('%s that arrives too slowly is given up', async (_what, url, milliseconds, problem) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { open } = await withSite((_url, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<p>Slow')
    vi.advanceTimersByTime(milliseconds)
  })
  expect(problemOf(await open(url))).toBe(problem)
})

test('a machine without IPv6 reaches sites that have both', async () => {
  const { open } = await withSite(
    (_url, response) => html(response, 'Words'),
    (_name, port) => [
      { address: '2001:4860::1', family: 6, port },
      { address: LOOPBACK, family: 4, port },
    ],
  )
  expect(textOf(await open('http://site.test/'))).toBe('Words')
})

test('what is asked for by TLS is the name, not the address', async () => {
  let greeting = ''
  const server = createTcpServer((socket) =>
    socket.once('data', (data) => {
      greeting = data.toString('latin1')
      socket.destroy()
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve))
  const { port } = server.address() as AddressInfo
  const openPage = createPageOpener({
    lookup: async () => [{ address: LOOPBACK, family: 4, port }],
    isPublic: () => true,
  })
  expect(problemOf(await openPage('https://site.test/', never))).toBe(
    'robots.txt of site.test could not be read.',
  )
  server.close()
  expect(greeting).toContain('site.test')
})

test('at most 24 connections are open at a time', async () => {
  const waiting: ServerResponse[] = []
  const begunWhenFull: number[] = []
  let begun = 0
  const { open } = await withSite(
    (_url, response) => {
      waiting.push(response)
      if (waiting.length < 24) return
      begunWhenFull.push(begun)
      for (const held of waiting.splice(0)) html(held, 'Words')
    },
    (_name, port) => {
      begun++
      return [{ address: LOOPBACK, family: 4, port }]
    },
  )
  const urls = Array.from({ length: 48 }, (_, index) => `http://site.test/${index}`)
  expect((await Promise.all(urls.map((url) => open(url)))).map(textOf)).toEqual(urls.map(() => 'Words'))
  // The first was for robots.txt.
  expect(begunWhenFull).toEqual([1 + 24, 1 + 48])
})

test('robots.txt decides, and is asked for once', async () => {
  const { open, requests } = await withSite((url, response) => {
    if (url === '/robots.txt') response.end('User-agent: stretto\nDisallow: /private')
    else html(response, 'Words')
  })
  expect(problemOf(await open('http://robots.test/private/a'))).toBe(
    'robots.txt of robots.test does not allow it.',
  )
  expect(textOf(await open('http://robots.test/a'))).toBe('Words')
  expect(requests).toEqual(['robots.test/robots.txt', 'robots.test/a'])
})

test('robots.txt of the place to which a page redirects decides too', async () => {
  const { open } = await withSite((url, response, host) => {
    if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /')
    else response.writeHead(302, { location: host === 'site.test' ? 'http://robots.test/' : '/' }).end()
  })
  expect(problemOf(await open('http://site.test/'))).toBe('robots.txt of robots.test does not allow it.')
})

test('nothing is opened while robots.txt cannot be read; that is not kept', async () => {
  let status = 500
  const { open } = await withSite((url, response) => {
    if (url === '/robots.txt') response.writeHead(status).end()
    else html(response, 'Words')
  })
  expect(problemOf(await open('http://robots.test/'))).toBe('robots.txt of robots.test could not be read.')
  status = 403
  expect(textOf(await open('http://robots.test/'))).toBe('Words')
})

test('a site whose robots.txt would take seconds to follow is not opened', async () => {
  const { open, requests } = await withSite((url, response) => {
    if (url === '/robots.txt')
      response.writeHead(200).end(`User-agent: *\n${'Allow: /*a*a*a*b\n'.repeat(20_000)}`)
    else html(response, '<p>Words</p>')
  })
  const page = await open(`http://robots.test/${'a'.repeat(1_900)}`)
  expect(problemOf(page)).toBe('robots.txt of robots.test has too many rules.')
  expect(requests).toEqual(['robots.test/robots.txt'])
})

test('rules that are too long to be kept are followed, and read again for the next page', async () => {
  const { open, requests } = await withSite((url, response) => {
    if (url === '/robots.txt')
      response.writeHead(200).end(`User-agent: *\nDisallow: /no\nAllow: /${'a'.repeat(65_000)}`)
    else html(response, '<p>Words</p>')
  })
  const both = ['http://robots.test/', 'http://robots.test/no']
  const [page, refused] = await Promise.all(both.map((url) => open(url)))
  expect(textOf(page!)).toBe('Words')
  expect(problemOf(refused!)).toBe('robots.txt of robots.test does not allow it.')
  await open('http://robots.test/')
  expect(requests.filter((one) => one.endsWith('/robots.txt'))).toHaveLength(2)
})

test('names that are looked up in vain keep no turn once they are given up', async () => {
  const caller = new AbortController()
  const { port } = await listen((url, response) => {
    if (url === '/robots.txt') response.writeHead(404).end()
    else html(response, '<p>Words</p>')
  })
  const found = new Set<string>()
  const waiting: string[] = []
  // They are found once, for their robots.txt.
  const lookup = (name: string): Promise<HostAddress[]> => {
    if (!found.has(name) || name === 'site.test') {
      found.add(name)
      return Promise.resolve([{ address: LOOPBACK, family: 4, port }])
    }
    waiting.push(name)
    return new Promise(() => {})
  }
  const openPage = createPageOpener({ lookup, isPublic: () => true })
  const lost = Array.from({ length: 24 }, (_, place) => `http://lost${place}.test/`)
  const given = lost.map((url) => openPage(url, caller.signal))
  await expect.poll(() => waiting.length).toBe(24)
  caller.abort()
  await Promise.all(given)
  expect(textOf(await openPage('http://site.test/', never))).toBe('Words')
})

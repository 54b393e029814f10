import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { getGlobalDispatcher, request } from 'undici'

/** Providers whose addresses a service was not told. */
const ELSEWHERE = {
  OPENROUTER_BASE_URL: 'https://openrouter.ai/api/v1',
  OPENAI_BASE_URL: 'https://api.openai.com/v1',
  ANTHROPIC_BASE_URL: 'https://api.anthropic.com/v1',
  GEMINI_BASE_URL: 'https://generativelanguage.googleapis.com/v1beta',
}

/** The side of the tests: tells workers their settings, and takes calls to providers to the network that tests put in its place. */
export async function openNodeSide() {
  const given: Array<Record<string, string> | null> = []
  const server = createServer((asked, response) => {
    const [, number, url = ''] = /^\/(\d+)\/?(.*)$/.exec(asked.url!) ?? []
    const settings = given[Number(number)]
    if (!settings) response.destroy()
    else if (url === '') response.end(JSON.stringify(settings))
    else void passOn(asked, response, url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** Where the settings of a service are found, by its number. */
    origin,
    /** Returns the number of a service. */
    give(settings: Record<string, string>): string {
      const number = String(given.length)
      const through = Object.entries(ELSEWHERE)
        // A server of one's own is used as soon as it has an address.
        .filter(([name]) => name !== 'OPENAI_BASE_URL' || 'OPENAI_API_KEY' in settings)
        .map(([name, url]) => [name, `${origin}/${number}/${url}`])
      given.push({ ...Object.fromEntries(through), ...settings })
      return number
    },
    /** Lets a service reach nobody any more. */
    end(number: string): void {
      given[Number(number)] = null
    },
  }
}

async function passOn(asked: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  const {
    host: _,
    connection,
    'transfer-encoding': encoding,
    'content-length': length,
    ...headers
  } = asked.headers
  try {
    const answer = await request(url, {
      method: asked.method as 'POST',
      headers,
      body: asked.method === 'POST' ? asked : null,
      signal: leaving.signal,
      dispatcher: getGlobalDispatcher(),
    })
    response.writeHead(answer.statusCode, answer.headers)
    pipeline(answer.body, response, () => {})
  } catch {
    response.destroy()
  }
}

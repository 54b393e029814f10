import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { getGlobalDispatcher, request } from 'undici'

const SETTINGS = '/settings/'
/** Providers whose addresses a service was not told. */
const ELSEWHERE = {
  OPENROUTER_BASE_URL: 'https://openrouter.ai/api/v1',
  OPENAI_BASE_URL: 'https://api.openai.com/v1',
  ANTHROPIC_BASE_URL: 'https://api.anthropic.com/v1',
  GEMINI_BASE_URL: 'https://generativelanguage.googleapis.com/v1beta',
}

/** The side of the tests: tells workers their settings, and takes calls to providers to the network that tests put in its place. */
export async function openNodeSide() {
  const given: Array<Record<string, string>> = []
  const server = createServer((asked, response) => {
    const { url = '' } = asked
    if (!url.startsWith(SETTINGS)) return void passOn(asked, response)
    response.end(JSON.stringify(given[Number(url.slice(SETTINGS.length))]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const through = Object.entries(ELSEWHERE).map(([name, url]) => [name, `${origin}/${url}`])
  return {
    settingsUrl: origin + SETTINGS.slice(0, -1),
    /** Returns the number under which the settings are found. */
    give(settings: Record<string, string>): string {
      const { OPENAI_BASE_URL: _, ...others } = Object.fromEntries(through)
      const isOpenAi = 'OPENAI_API_KEY' in settings && !('OPENAI_BASE_URL' in settings)
      return String(given.push({ ...others, ...(isOpenAi && Object.fromEntries(through)), ...settings }) - 1)
    },
  }
}

async function passOn(asked: IncomingMessage, response: ServerResponse): Promise<void> {
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
    const answer = await request(asked.url!.slice(1), {
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

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openClient } from './open-client.ts'

/** A gateway that answers every request without a key with this status; returns its address. */
async function startGateway(status: number): Promise<string> {
  const server = createServer((request, response) => {
    if (request.headers['x-api-key'] === undefined) response.writeHead(status).end('<html></html>')
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"models":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([401, 403])('a gateway that answers %i without a key is asked with the key', async (status) => {
  const url = await startGateway(status)
  const withKey = await openClient({ url, key: 'secret' })
  expect(await withKey.edge.models()).toEqual({ models: [] })
  const without = await openClient({ url })
  await expect(without.edge.models()).rejects.toThrow(
    new RegExp(`^${url}/health answered with ${status} .+\\. Give a key with --key, or check --url\\.$`),
  )
})

test.each([
  [404, '404 Not Found'],
  [429, '429 Too Many Requests'],
  [500, '500 Internal Server Error'],
])(
  'a service whose health is answered with %i is not asked, and the status is named',
  async (status, said) => {
    const url = await startGateway(status)
    const { edge } = await openClient({ url, key: 'secret' })
    await expect(edge.models()).rejects.toThrow(`${url}/health answered with ${said}. Check --url.`)
  },
)

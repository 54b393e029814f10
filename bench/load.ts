import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Posts bodies in parallel, all at once or evenly over a period, and returns how many milliseconds each took. */
export async function postAll(url: string, bodies: object[], overMs: number): Promise<number[]> {
  // The simplest possible client, with one connection each, because its own time is included in every measurement.
  const agent = new Agent({ keepAlive: true })
  const startedAt = performance.now()
  try {
    return await Promise.all(
      bodies.map(async (body, place) => {
        if (overMs > 0) await pause(startedAt + (overMs * place) / bodies.length - performance.now())
        return post(url, JSON.stringify(body), agent)
      }),
    )
  } finally {
    agent.destroy()
  }
}

function post(url: string, body: string, agent: Agent): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`))
      response.on('error', reject)
      response.on('end', () => resolve(performance.now() - startedAt)).resume()
    })
      .on('error', reject)
      .end(body)
  })
}

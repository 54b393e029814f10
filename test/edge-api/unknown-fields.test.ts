import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const QUERY = 'What is the speed of light in a vacuum?'
const ABOUT_TYPO = expect.stringMatching(/^`iterations` is not a field .*`max_iterations`/)
const ABOUT_OTHER = expect.stringContaining('`temperature` is not a field of this request')

let service: TestService
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.stop())

const ask = async (more: object = {}, path = '/consensus-iterative') =>
  (await post(service.edge, path, { query: QUERY, ...more })).json()

describe('an unknown field on the edge API', () => {
  it.each(['/consensus-iterative', '/consensus'])('is named among the warnings of %s', async (path) => {
    const response = EdgeConsensusResponse.strict().parse(await ask({ iterations: 3 }, path))
    expect(response.warnings).toContainEqual(ABOUT_TYPO)
  })

  it('is reported only to its sender, not to callers who get the stored answer later', async () => {
    const first = await ask({ iterations: 3 })
    const second = await ask()
    const third = await ask({ temperature: 1 })
    expect([second, third]).toMatchObject([{ cache_hit: true }, { cache_hit: true }])
    expect(second.warnings).toEqual(
      first.warnings.filter((warning: string) => !warning.includes('`iterations` ')),
    )
    expect(third.warnings).toEqual([...second.warnings, ABOUT_OTHER])
    expect((await (await get(service.edge, `/results/${first.id}`)).json()).warnings).toEqual(second.warnings)
  })

  it('does not prevent concurrent requests from sharing a run, each with its own warnings', async () => {
    const [plain, typo, other] = await Promise.all([ask(), ask({ iterations: 3 }), ask({ temperature: 1 })])
    expect([typo.id, other.id]).toEqual([plain.id, plain.id])
    expect(typo.warnings).toEqual([...plain.warnings, ABOUT_TYPO])
    expect(other.warnings).toEqual([...plain.warnings, ABOUT_OTHER])
  })
})

describe('a field whose name is nearly right', () => {
  it.each([
    ['/consensus-iterative', { query: QUERY, max_iteration: 3 }, 'max_iterations'],
    ['/consensus', { qeury: QUERY }, 'query'],
    ['/check', { claim: ['2 + 2 is 4'] }, 'claims'],
    ['/cache/check', { Query: QUERY }, 'query'],
    ['/embeddings', { texts: 'a' }, 'text'],
    ['/results/none/verdict', { rigth: true }, 'right'],
  ])('is refused by %s with the name that is meant', async (path, body, meant) => {
    const response = await post(service.edge, path, body)
    expect(response.status).toBe(400)
    const { error, message, details } = await response.json()
    expect({ error, fields: details.map((detail: { path: string }) => detail.path) }).toEqual({
      error: 'bad_request',
      fields: [Object.keys(body).at(-1)],
    })
    expect(message).toContain(`Did you mean \`${meant}\`?`)
  })

  it.each([
    [
      '/v1/chat/completions',
      { model: 'stretto/auto', messages: [{ role: 'user', content: QUERY }], tool: 1 },
    ],
    ['/v1/embeddings', { model: 'x', input: 'a', inputs: 'b' }],
  ])('is accepted by %s, whose clients send many fields', async (path, body) => {
    expect((await post(service.edge, path, body)).status).toBe(200)
  })
})

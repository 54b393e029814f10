import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const QUERY = 'What is the speed of light in a vacuum?'
const ABOUT_TYPO = expect.stringMatching(/^`max_iteration` is not a field .*`max_iterations`/)
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
    const response = EdgeConsensusResponse.strict().parse(await ask({ max_iteration: 3 }, path))
    expect(response.warnings).toContainEqual(ABOUT_TYPO)
  })

  it('is reported only to its sender, not to callers who get the stored answer later', async () => {
    const first = await ask({ max_iteration: 3 })
    const second = await ask()
    const third = await ask({ temperature: 1 })
    expect([second, third]).toMatchObject([{ cache_hit: true }, { cache_hit: true }])
    expect(second.warnings).toEqual(
      first.warnings.filter((warning: string) => !warning.includes('`max_iteration` ')),
    )
    expect(third.warnings).toEqual([...second.warnings, ABOUT_OTHER])
    expect((await (await get(service.edge, `/results/${first.id}`)).json()).warnings).toEqual(second.warnings)
  })

  it('does not prevent concurrent requests from sharing a run, each with its own warnings', async () => {
    const [plain, typo, other] = await Promise.all([
      ask(),
      ask({ max_iteration: 3 }),
      ask({ temperature: 1 }),
    ])
    expect([typo.id, other.id]).toEqual([plain.id, plain.id])
    expect(typo.warnings).toEqual([...plain.warnings, ABOUT_TYPO])
    expect(other.warnings).toEqual([...plain.warnings, ABOUT_OTHER])
  })
})

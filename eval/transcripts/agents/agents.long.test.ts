import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWholeService, type TestService } from '../../../test/support/service.ts'
import { type Agents, openAgents } from './open-agents.ts'
import { AGENTS_FILE, writeAgents } from './write-agents.ts'

let agents: Agents
let service: TestService
beforeAll(async () => {
  agents = await openAgents()
  service = await openWholeService(agents.settings)
})
afterAll(async () => {
  await service.stop()
  await agents.close()
})

it('has transcripts of agents as they are', async () => {
  expect(await writeAgents(service, agents)).toBe(readFileSync(AGENTS_FILE, 'utf8'))
})

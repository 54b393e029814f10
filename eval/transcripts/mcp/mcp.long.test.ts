import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWholeService, type TestService } from '../../../test/support/service.ts'
import { type Mcp, openMcp } from './open-mcp.ts'
import { MCP_FILE, writeMcp } from './write-mcp.ts'

let mcp: Mcp
let service: TestService
beforeAll(async () => {
  mcp = await openMcp()
  service = await openWholeService(mcp.settings)
})
afterAll(async () => {
  await service.stop()
  await mcp.close()
})

it('has transcripts of assistants as they are', async () => {
  expect(await writeMcp({ service, mcp })).toBe(readFileSync(MCP_FILE, 'utf8'))
})

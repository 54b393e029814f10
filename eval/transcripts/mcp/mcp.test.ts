import { readFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newFolder, openWholeService, type TestService } from '../../../test/support/service.ts'
import { type Mcp, openMcp } from './open-mcp.ts'
import { MCP_FILE, writeMcp } from './write-mcp.ts'

let mcp: Mcp
let service: TestService
let folder: string
beforeAll(async () => {
  mcp = await openMcp()
  service = await openWholeService(mcp.settings)
  folder = await newFolder('all')
})
afterAll(async () => {
  await service.stop()
  await mcp.close()
  rmSync(folder, { recursive: true, force: true })
})

it('has transcripts of assistants as they are', async () => {
  expect(await writeMcp({ service, mcp, folder })).toBe(readFileSync(MCP_FILE, 'utf8'))
})

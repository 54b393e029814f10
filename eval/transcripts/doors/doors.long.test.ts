import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWholeService, type TestService } from '../../../test/support/service.ts'
import { type Doors, openDoors } from './open-doors.ts'
import { DOORS_FILE, writeDoors } from './write-doors.ts'

let doors: Doors
let service: TestService
beforeAll(async () => {
  doors = await openDoors()
  service = await openWholeService(doors.settings)
})
afterAll(async () => {
  await service.stop()
  await doors.close()
})

it('has transcripts of the doors as they are', async () => {
  expect(await writeDoors(service, doors)).toBe(readFileSync(DOORS_FILE, 'utf8'))
})

import { expect, it } from 'vitest'
import { get, openService } from '../support/service.ts'

it('serves metrics while the store is away, with the figures that it told last', async () => {
  const service = await openService()
  const before = await (await get(service.edge, '/metrics')).text()
  expect(before).toMatch(/^svc_problems 0$/m)
  expect(before).toMatch(/^svc_tasks\{status="running"\} 0$/m)

  await service.stop()
  const response = await get(service.edge, '/metrics')
  expect(response.status).toBe(200)
  expect(await response.text()).toMatch(/^svc_tasks\{status="running"\} 0$/m)
})

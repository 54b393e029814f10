import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SERVICE_NAME } from '../contract/versions.ts'
import { listTasks } from './tasks.ts'

/** What `stretto task list --status cancelled` says of a service that lists these codes of failed tasks. */
async function said(codes: string[]): Promise<{ printed: string; told: string }> {
  const tasks = codes.map((code, place) => ({
    ...{ id: `task-${place}`, status: 'failed', progress: 0, error: { code, message: 'no' } },
    ...{ created_at: 0, updated_at: 0, query: 'Why?' },
  }))
  const server = createServer(({ url }, response) => {
    const body = url === '/health' ? { service: SERVICE_NAME } : { tasks, count: tasks.length }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.restoreAllMocks()
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await listTasks({ url, tasksUrl: url, status: 'cancelled' })
  return { printed: out.mock.calls.join(''), told: err.mock.calls.join('') }
}

const FAILED = Array.from({ length: 99 }, () => 'upstream_error')

test('a list of cancelled tasks says how far it looked where the service may have more', async () => {
  const nothing = await said([...FAILED, 'upstream_error'])
  expect(nothing.printed).toBe(
    'There are no cancelled tasks among the latest 100 that failed or were cancelled.\n',
  )
})

test('a list of a few cancelled tasks says so too, beside the list', async () => {
  const { printed, told } = await said([...FAILED, 'cancelled'])
  expect(printed).toMatch(/^task-99 {2}cancelled .+ Why\?\n$/)
  expect(told).toBe('These are the cancelled tasks among the latest 100 that failed or were cancelled.\n')
})

test('a list that has seen all tasks says nothing of that', async () => {
  expect(await said(FAILED)).toEqual({ printed: 'There are no cancelled tasks.\n', told: '' })
})

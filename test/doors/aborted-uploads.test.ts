import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { listen } from '../../src/main/serve.ts'
import { get, openService } from '../support/service.ts'

it.each([
  ['with a declared length', 'Content-Length: 1000', '{"query": '],
  ['in chunks', 'Transfer-Encoding: chunked', 'a\r\n{"query": \r\n'],
])(
  'a caller that disconnects in the middle of its body is counted as 499, not as an error: %s',
  async (_, header, part) => {
    const lines: string[] = []
    let tell = () => {}
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    const log = createLog('info', {
      write(line) {
        lines.push(line)
        if (line.includes('"msg":"request"')) tell()
      },
    })
    const service = await openService({}, undefined, log)
    const server = await listen(service.edge, { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' })
    const socket = connect(server.port, '127.0.0.1')
    await once(socket, 'connect')
    const head = `POST /cache/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}\r\n\r\n`
    await new Promise((resolve) => socket.write(head + part, resolve))
    socket.end()
    socket.on('error', () => {})
    await told
    socket.destroy()
    const metrics = await (await get(service.edge, '/metrics')).text()
    server.cut()
    await service.stop()
    expect(metrics).toContain('svc_requests_total{method="POST",route="/cache/check",status="499"} 1')
    expect(lines.filter((line) => /"level":"?(error|50)/.test(line))).toEqual([])
  },
)

import { connect } from 'node:net'

/** Sends bytes as they are and returns everything that comes back until the server closes the connection. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('end', () => {
      socket.destroy()
      resolve(received)
    })
  })
}

/** A response as it came over the wire, taken apart. */
export function readRaw(received: string): { status: number; headers: Headers; body: string } {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines)
    headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1))
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

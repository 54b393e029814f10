import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { HostileRequest } from './hostile-request.ts'
import { parseAnswers, type WireAnswer } from './parse-answers.ts'

const PATIENCE_MS = 20_000

/** The response to a hostile request. */
export interface Exchange {
  answers: WireAnswer[]
  /** Why the response ended: the other side closed, a system error, or a timeout. */
  ending: string
}

/** Sends a hostile request on a new connection; if no answer is expected, it disconnects after the last step. */
export function exchange(port: number, request: HostileRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port })
    let settled = false
    const finish = (ending: string) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      socket.destroy()
      resolve({ answers: parseAnswers(Buffer.concat(received), request.bodiless), ending })
    }
    const timer = setTimeout(() => finish('no end in time'), PATIENCE_MS)
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message))
    socket.on('close', () => finish('closed'))
    socket.on('connect', async () => {
      for (const step of request.steps) {
        if (typeof step === 'number') await pause(step)
        else if (socket.writable) socket.write(step)
      }
      if (request.answers === 0) finish('left')
    })
  })
}

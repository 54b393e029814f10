import { describe, expect, it } from 'vitest'
import { createServerClock } from './replicas.ts'

const HOUR = 3_600_000

/** The clock of a server and of a process that reads it, both in the test's hand. */
function openClocks() {
  const clocks = { server: 10 * HOUR, own: 7 * HOUR, readings: 0, isAway: false }
  const now = createServerClock({
    async read() {
      clocks.readings++
      if (clocks.isAway) throw new Error('The server is away.')
      return clocks.server
    },
    steadyClock: () => clocks.own,
  })
  const pass = (milliseconds: number) => {
    clocks.server += milliseconds
    clocks.own += milliseconds
  }
  return { clocks, now, pass }
}

describe('the clock of a server', () => {
  it('is that of the server, however wrong one’s own is, and is not asked for every time', async () => {
    const { clocks, now, pass } = openClocks()
    expect(await now()).toBe(10 * HOUR)
    pass(30_000)
    expect(await now()).toBe(10 * HOUR + 30_000)
    expect(clocks.readings).toBe(1)
  })

  it('is read again after a minute, and nobody waits for that', async () => {
    const { clocks, now, pass } = openClocks()
    await now()
    pass(60_000)
    clocks.server += 500
    expect(await now()).toBe(10 * HOUR + 60_000)
    expect(await now()).toBe(10 * HOUR + 60_500)
    expect(clocks.readings).toBe(2)
  })

  it('goes on while the server is away', async () => {
    const { clocks, now, pass } = openClocks()
    await now()
    clocks.isAway = true
    pass(HOUR)
    await now()
    expect(await now()).toBe(11 * HOUR)
  })

  it('is one’s own until the server answers for the first time', async () => {
    const { clocks, now, pass } = openClocks()
    clocks.isAway = true
    expect(await now()).toBe(7 * HOUR)
    clocks.isAway = false
    pass(5_000)
    expect(await now()).toBe(10 * HOUR + 5_000)
  })
})

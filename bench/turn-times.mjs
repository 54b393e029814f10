// Loaded into a service before it starts: writes how long its event loop was busy between two ticks of a timer to
// TURNS_FILE, and begins anew, when it gets SIGUSR2. Time in which the process was not running does not count.
import { renameSync, writeFileSync } from 'node:fs'

let turns = []
let last = { wall: performance.now(), processor: processorMs() }

function processorMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

setInterval(() => {
  const now = { wall: performance.now(), processor: processorMs() }
  turns.push(Math.min(now.wall - last.wall, now.processor - last.processor))
  last = now
}, 1).unref()

process.on('SIGUSR2', () => {
  const file = process.env.TURNS_FILE
  writeFileSync(`${file}.new`, JSON.stringify(turns))
  renameSync(`${file}.new`, file)
  turns = []
})

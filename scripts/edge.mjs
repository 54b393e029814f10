// `npm run edge`: builds the worker, installs what runs it on first use, and starts it on the usual ports.
import { setUp } from './set-up.mjs'

setUp({ build: true, worker: true })
const { register } = await import('tsx/esm/api')
register()
const { run } = await import('./edge/run.ts')
await run().catch((error) => {
  if (error.name !== 'StartError') throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

// `npm start`: sets up what is missing, then starts the service. Arguments after `--` are passed on (`npm start -- --help`).
import { setFlagsFromString } from 'node:v8'
import { setUp } from './set-up.mjs'

// Collects garbage when the heap has grown by 40 %, rather than to several times its size. With hundreds of concurrent
// runs this halves the memory, most of which is garbage, without setting a limit.
setFlagsFromString('--heap-growing-percent=40')

setUp({ build: true })
await import('../dist/main.js')

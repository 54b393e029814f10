// `npm start`: set up what is missing, then serve. Arguments after `--` go to the service (`npm start -- --help`).
import { setFlagsFromString } from 'node:v8'
import { setUp } from './set-up.mjs'

// The heap may grow by two fifths of what is in use before it is collected, not to several times that: under hundreds of
// runs at once this halves the memory held, most of it garbage, and there is still no ceiling to run into.
setFlagsFromString('--heap-growing-percent=40')

setUp({ build: true })
await import('../dist/main.js')

// `npm start`: set up what is missing, then serve. Arguments after `--` go to the service (`npm start -- --help`).
import { setUp } from './set-up.mjs'

setUp({ build: true })
await import('../dist/main.js')

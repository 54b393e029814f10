// `npm start`: sets up what is missing, then starts the service. Arguments after `--` are passed on (`npm start -- doctor`).
import { setUp } from './set-up.mjs'

setUp({ build: true })
await import('../bin/stretto.mjs')

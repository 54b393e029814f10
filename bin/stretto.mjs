#!/usr/bin/env node
// Starts the built service. Arguments are passed on: `stretto --help` lists the settings.
import { setFlagsFromString } from 'node:v8'

// Collects garbage when the heap has grown by 40 %, rather than to several times its size. With hundreds of concurrent
// runs this halves the memory, most of which is garbage, without setting a limit.
setFlagsFromString('--heap-growing-percent=40')

await import('../dist/main.js')

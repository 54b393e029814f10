#!/usr/bin/env node
// Runs the built command line; without arguments it starts the service.
await import('../dist/cli.js')

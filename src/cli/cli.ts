// The command line, `dist/cli.js`: everything that takes time to load is loaded by the command that needs it.
import { run } from './program.ts'

await run(process.argv.slice(2))

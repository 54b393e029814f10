// `npm run browser`: installs Debian's Chromium for the tests of the playground, unless there is one.
import { chromiumPath } from './services/chromium.mjs'
import { install, ServiceError } from './services/run.mjs'

try {
  if (chromiumPath() === null) install('chromium')
  process.stdout.write(`${chromiumPath()}\n`)
} catch (error) {
  if (!(error instanceof ServiceError)) throw error
  process.stderr.write(`stretto: ${error.message}\n`)
  process.exit(1)
}

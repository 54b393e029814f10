// Finds the Chromium for the tests of the playground.
import { accessSync, constants } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where it is installed, or what CHROMIUM_PATH says; null for nowhere. */
export function chromiumPath() {
  const places = process.env.CHROMIUM_PATH === undefined ? PLACES : [process.env.CHROMIUM_PATH]
  return places.find(isProgram) ?? null
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

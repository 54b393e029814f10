import manifest from '../../../package.json' with { type: 'json' }
import { bad, type Finding, good } from './finding.ts'

/** Whether this version of Node.js is one that the service is made for. */
export function checkNode(version = process.versions.node, ranges = manifest.engines.node): Finding {
  return ranges.split('||').some((range) => isWithin(version, range.trim()))
    ? good(`Node.js ${version} is supported.`)
    : bad(`Node.js ${version} is not supported. Install one of ${ranges}.`)
}

/** Ranges have two forms: ^20.19.0, and >=24. */
function isWithin(version: string, range: string): boolean {
  const wanted = range
    .replace(/^(\^|>=)/, '')
    .split('.')
    .map(Number)
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = wanted
  if (major !== wantedMajor) return range.startsWith('>=') && major > wantedMajor
  return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch)
}

import type { Settings } from '../../config/settings.ts'
import { DEFAULT_PANEL } from '../../config/variables.ts'
import { ROUTED } from '../../consensus/provider-prefix.ts'
import { StartError } from '../../contract/start-error.ts'
import { loadUserSettings } from '../load-settings.ts'
import { keyReport, NOT_USED, startWarnings } from '../start-report.ts'
import { checkKeys, serversWithKeys } from './check-keys.ts'
import { checkNode } from './check-node.ts'
import { checkPorts } from './check-ports.ts'
import { checkStore } from './check-store.ts'
import { bad, type Finding, good, note } from './finding.ts'

interface CheckUp {
  /** Whether a damaged database is set aside and rebuilt. */
  repair: boolean
  /** Whether every key is tried. */
  call: boolean
}

/** Examines everything that a start depends on: Node.js, the settings, the keys, the store and the ports. */
export async function checkUp({ repair, call }: CheckUp): Promise<Finding[]> {
  const settings = settingsOrProblems()
  if (Array.isArray(settings)) return [checkNode(), ...settings]
  const ports = await checkPorts(settings)
  const isServing = ports.some(({ isOurs }) => isOurs)
  return [
    checkNode(),
    good('The settings can be used.'),
    ...aboutKeys(settings),
    ...(call ? await checkKeys(settings) : []),
    ...(await checkStore(settings, { repair, isServing })),
    ...ports.map(({ finding }) => finding),
  ]
}

function settingsOrProblems(): Settings | Finding[] {
  try {
    return loadUserSettings()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.message.split('\n').map((problem) => bad(`${problem}.`))
  }
}

/** Which keys there are, and what is known to be wrong with the settings. */
function aboutKeys(settings: Settings): Finding[] {
  const given = Object.keys(process.env).filter((name) => process.env[name]?.trim())
  const servers = serversWithKeys(settings).map(([server]) => server)
  const isRouted = servers.length === 0 || servers.includes(ROUTED)
  // Otherwise the newest models of each provider, which a start asks for.
  const defaultModels = settings.DEFAULT_MODELS ?? (isRouted ? DEFAULT_PANEL : ['chosen at the start'])
  const report = keyReport({ settings, given, defaultModels })
  return [
    report.includes(NOT_USED) ? note(report) : good(report),
    ...startWarnings(settings, servers.length === 0).map((warning) => note(warning)),
  ]
}

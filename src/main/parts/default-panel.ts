import type { Logger } from 'pino'
import { newestModels, type Strength } from '../../adapters/models/catalogue/newest-models.ts'
import type { Settings } from '../../config/settings.ts'
import { DEFAULT_PANEL } from '../../config/variables.ts'
import { idToWrite, type ListedModel, type ModelCatalogue } from '../../consensus/model-catalogue.ts'
import { type ModelRouter, ROUTED, withPrefix } from '../../consensus/model-router.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Preset } from '../../contract/models.ts'
import { type CallerKeys, PROVIDERS } from '../../contract/panel.ts'
import { withTimeLimit } from '../../utils/time-limits.ts'

interface PanelParts {
  router: ModelRouter
  catalogue: Pick<ModelCatalogue, 'list' | 'known'>
  /** Whether a server is on this machine or in its network. */
  isLocal: (server: string) => boolean
  log: Pick<Logger, 'info'>
  /** Repeats work in the background with growing pauses until it succeeds. */
  keepTrying: (work: () => Promise<void>) => Promise<void>
}

/** How long a start waits for the lists of models, all together. */
const LISTS_WITHIN_MS = 3_000

/** Chooses the default panel: of the settings or the routing provider, else the newest models that there are keys for. */
export async function chooseDefaultPanel(settings: Settings, parts: PanelParts) {
  const { router, catalogue } = parts
  const inTime = (server: string) => withTimeLimit(LISTS_WITHIN_MS, catalogue.list(server)).catch(() => null)
  const first = await choose(settings, { router, listOf: inTime })
  let { models, unlisted } = first
  let isTrying = false
  const follow = (next: typeof first) => {
    unlisted = next.unlisted
    if (next.models.join() === models.join()) return
    models = next.models
    parts.log.info({ models }, 'the default panel has changed')
  }
  const untilAllAreListed = () => {
    if (unlisted.length === 0 || isTrying) return
    isTrying = true
    const work = async () => {
      follow(await choose(settings, { router, listOf: catalogue.list }))
      if (unlisted.length > 0) throw new Error(`no list of models from ${unlisted.join(', ')}`)
    }
    void parts.keepTrying(work).finally(() => {
      isTrying = false
    })
  }
  untilAllAreListed()
  return {
    /** Its models, for a caller with or without keys; none where there are too few. */
    modelsFor(callerKeys: CallerKeys | null): string[] {
      if (callerKeys === null || settings.DEFAULT_MODELS !== undefined) return models
      // The routing provider has other ids for the models of vendors.
      if (callerKeys.openrouter !== undefined) return DEFAULT_PANEL
      const servers = Object.keys(callerKeys).filter((server) => router.servers(callerKeys).includes(server))
      return oneEach(
        servers.map((server) =>
          newestModels(server, catalogue.known(server, callerKeys), true).map((id) => withPrefix(server, id)),
        ),
      )
    },
    /** Panels of what a caller can ask, chosen like the default one, as far as lists are known; none of too few models. */
    presetsFor(callerKeys: CallerKeys | null): Preset[] {
      const servers = router.servers(callerKeys)
      const { newest, isVendors } = newestFor(settings, router, callerKeys)
      const panelOf = (asked: string[], strength?: Strength) =>
        oneEach(asked.map((server) => newest(server, catalogue.known(server, callerKeys), strength)))
      const ranked = servers.includes(ROUTED) ? [ROUTED] : servers
      const local = servers.filter((server) => parts.isLocal(server) && !isVendors(server))
      const presets: Preset[] = [
        { name: 'cheap', models: panelOf(ranked, 'cheap') },
        { name: 'strong', models: panelOf(ranked, 'strong') },
        { name: 'local', models: panelOf(local) },
      ]
      return presets.filter((preset) => preset.models.length >= LIMITS.panelMinimum)
    },
    /** What the operator should know about it at the start, as sentences. */
    warnings: first.warnings,
    /** Chooses it again, because keys or servers have changed. */
    async chooseAgain(): Promise<void> {
      follow(await choose(settings, { router, listOf: inTime }))
      untilAllAreListed()
    },
  }
}

/** The newest models of all servers, as far as these list them, and those whose lists could not be fetched. */
async function choose(
  settings: Settings,
  { router, listOf }: { router: ModelRouter; listOf: (server: string) => ReturnType<ModelCatalogue['list']> },
) {
  const servers = router.servers(null)
  const isRouted = servers.length === 0 || servers.includes(ROUTED)
  const given = settings.DEFAULT_MODELS ?? (isRouted ? DEFAULT_PANEL : null)
  const warnings: string[] = []
  /** The servers whose lists could not be fetched. */
  const unlisted: string[] = []
  if (given !== null) return { models: given, unlisted, warnings }
  const { newest: newestOf } = newestFor(settings, router, null)
  const newest = await Promise.all(
    servers.map(async (server) => {
      const list = await listOf(server)
      if (list === null) unlisted.push(server)
      const ids = newestOf(server, list)
      if (ids.length === 0) warnings.push(leftOut(server, list !== null))
      return ids
    }),
  )
  const models = oneEach(newest)
  const most = Math.min(LIMITS.panelMaximum, settings.MAX_CALLS ?? LIMITS.panelMaximum)
  if (models.length >= LIMITS.panelMinimum) return { models: models.slice(0, most), unlisted, warnings }
  return { models: [], unlisted, warnings: [...warnings, TOO_FEW] }
}

/** The newest models of servers for a caller, by the ids to write, and which servers are those of vendors. */
function newestFor(settings: Settings, router: ModelRouter, callerKeys: CallerKeys | null) {
  const isVendors = (server: string) => Object.hasOwn(callerKeys ?? {}, server) || isVendor(server, settings)
  const newest = (server: string, list: ListedModel[] | null, strength?: Strength) =>
    newestModels(server, list, isVendors(server), strength)
      .map((id) => idToWrite(router, server, id, callerKeys))
      .filter((id) => id !== null)
  return { newest, isVendors }
}

/** The first of each source, or all of the only one. */
function oneEach(newest: string[][]): string[] {
  const sources = newest.filter((ids) => ids.length > 0)
  return sources.length === 1 ? sources[0]! : sources.map(([first]) => first!)
}

const TOO_FEW =
  'WARNING: there is no default panel, because fewer than 2 models were found for it. Requests that name no models are refused. Set DEFAULT_MODELS.'

function leftOut(server: string, isListed: boolean): string {
  return isListed
    ? `WARNING: ${server} is not in the default panel: it lists no model that writes texts. Name its models in DEFAULT_MODELS.`
    : `WARNING: ${server} is not in the default panel: it could not be asked for its models. It joins as soon as it lists them; or name its models in DEFAULT_MODELS.`
}

const OPENAI_HOST = 'api.openai.com'

/** Whether a server is that of a vendor, of which it is known which models there are. */
function isVendor(server: string, { OPENAI_BASE_URL }: Settings): boolean {
  if (server === 'openai' && OPENAI_BASE_URL !== undefined)
    return new URL(OPENAI_BASE_URL).host === OPENAI_HOST
  return PROVIDERS.some((name) => name === server)
}

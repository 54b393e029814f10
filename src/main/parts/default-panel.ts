import { newestModels } from '../../adapters/models/catalogue/newest-models.ts'
import type { Settings } from '../../config/settings.ts'
import { DEFAULT_PANEL } from '../../config/variables.ts'
import { idToWrite } from '../../consensus/list-models.ts'
import type { ModelCatalogue } from '../../consensus/model-catalogue.ts'
import { type ModelRouter, OFFLINE } from '../../consensus/model-router.ts'
import { ROUTED } from '../../consensus/provider-prefix.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PROVIDERS } from '../../contract/panel.ts'
import { withTimeLimit } from '../../utils/with-time-limit.ts'

/** The panel for requests that name no models. */
export interface DefaultPanel {
  /** Its models, for a caller with or without a key for the routing provider; none where there are too few. */
  modelsFor(routerKey: string | null): string[]
  /** What the operator should know about it, as sentences. */
  warnings: string[]
}

interface PanelParts {
  router: ModelRouter
  catalogue: Pick<ModelCatalogue, 'list'>
}

/** How long a start waits for the lists of models, all together. */
const LISTS_WITHIN_MS = 3_000

/**
 * Chooses the default panel: that of the settings; that of the routing provider, if it has a key or nobody has; otherwise
 * the newest models of those who have one, one each, or two of the only one.
 */
export async function chooseDefaultPanel(settings: Settings, parts: PanelParts): Promise<DefaultPanel> {
  const { router, catalogue } = parts
  const servers = router.servers(null)
  const isRouted = servers.length === 0 || servers.includes(ROUTED)
  const given = settings.DEFAULT_MODELS ?? (isRouted ? DEFAULT_PANEL : null)
  if (given !== null) {
    const isPlayed = (id: string) =>
      router.connect(null).servedBy({ provider: router.providerOf(id, null), model: id }) === OFFLINE
    return { modelsFor: () => given, warnings: servers.length === 0 ? [] : played(given.filter(isPlayed)) }
  }
  const warnings: string[] = []
  const newest = await Promise.all(
    servers.map(async (server) => {
      const list = await withTimeLimit(LISTS_WITHIN_MS, catalogue.list(server)).catch(() => null)
      const ids = newestModels(server, list, isVendor(server, settings))
      if (ids.length === 0) warnings.push(leftOut(server, list !== null))
      return ids.map((id) => idToWrite(router, server, id, null)).filter((id) => id !== null)
    }),
  )
  const sources = newest.filter((ids) => ids.length > 0)
  const models = sources.length === 1 ? sources[0]! : sources.map(([first]) => first!)
  const most = Math.min(LIMITS.panelMaximum, settings.MAX_CALLS ?? LIMITS.panelMaximum)
  const isEnough = models.length >= LIMITS.panelMinimum
  if (!isEnough) warnings.push(TOO_FEW)
  return {
    // The routing provider has other ids for the models of vendors.
    modelsFor: (routerKey) => (routerKey !== null ? DEFAULT_PANEL : isEnough ? models.slice(0, most) : []),
    warnings,
  }
}

const TOO_FEW =
  'WARNING: there is no default panel, because fewer than 2 models were found for it. Requests that name no models are refused. Set DEFAULT_MODELS.'

/** A warning about models of the default panel that no key is for; none if there are none. */
function played(models: string[]): string[] {
  if (models.length === 0) return []
  return [
    `WARNING: no key is for ${models.join(', ')} of DEFAULT_MODELS: the offline voices answer for them. GET /models lists the ids that can be asked.`,
  ]
}

function leftOut(server: string, isListed: boolean): string {
  const reason = isListed ? 'lists no model that writes texts' : 'could not be asked for its models'
  return `WARNING: ${server} is not in the default panel: it ${reason}. Name its models in DEFAULT_MODELS.`
}

const OPENAI_HOST = 'api.openai.com'

/** Whether a server is that of a vendor, of which it is known which models there are. */
function isVendor(server: string, { OPENAI_BASE_URL }: Settings): boolean {
  const isOwn = server === 'openai' && OPENAI_BASE_URL !== undefined
  return (
    PROVIDERS.some((name) => name === server) && !(isOwn && new URL(OPENAI_BASE_URL).host !== OPENAI_HOST)
  )
}

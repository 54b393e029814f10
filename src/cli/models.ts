import type { EdgeClient } from '../client/edge-client.ts'
import type { ReliabilityResponse } from '../contract/reliability.ts'
import { percent } from '../contract/trust-in-words.ts'
import { type ConnectionOptions, using } from './open-client.ts'
import { wrapAfter } from './terminal/columns.ts'
import { harmlessJson, oneLine } from './terminal/harmless.ts'
import { type Page, pageOn, print } from './terminal/page.ts'
import { tableLines } from './terminal/table.ts'

type Models = Awaited<ReturnType<EdgeClient['models']>>

/** Prints the catalogue, the keys and the reliability of the default panel. */
export async function showModels(
  text: string | undefined,
  { json, ...connection }: ConnectionOptions & { json?: boolean },
): Promise<void> {
  await using(connection, async ({ edge, url }) => {
    const models = await edge.models(text === undefined ? {} : { q: text })
    const reliability = models.default_models.length === 0 ? null : await edge.reliability()
    if (json) return print([harmlessJson({ ...models, reliability })])
    const page = pageOn(process.stdout)
    print([
      ...catalogueLines(models, page),
      '',
      ...panelLines(models, page),
      ...wrapAfter('', await keysOf(url, models), page.columns, 2),
      ...(reliability === null ? [] : reliabilityLines(reliability, page)),
      ...(models.warnings ?? []).flatMap((warning) => wrapAfter('! ', oneLine(warning), page.columns, 2)),
    ])
  })
}

/** Which keys are used; those of another service are not told. */
async function keysOf(url: string | null, { default_models: defaultModels }: Models): Promise<string> {
  if (url !== null) return `Keys: those of the service at ${url}.`
  const { loadUserSettings } = await import('../main/load-settings.ts')
  const { keyReport } = await import('../main/start-report.ts')
  const { openConnections } = await import('../main/parts/connections.ts')
  const { embeddedFolder } = await import('../main/embed.ts')
  const settings = loadUserSettings()
  const { stored } = openConnections({ ...settings, DATA_DIR: embeddedFolder(settings) })
  return keyReport({ settings, defaultModels, stored: stored() })
}

function catalogueLines({ models, count }: Models, page: Page): string[] {
  if (count === 0) return ['No model is called that.']
  const rows = models.map(({ id, name, context_length: tokens, pricing }) => [
    oneLine(id),
    pricing === null ? '?' : `${pricing.prompt_usd_per_million}`,
    pricing === null ? '?' : `${pricing.completion_usd_per_million}`,
    tokens === null ? '?' : `${Math.round(tokens / 1000)}k`,
    oneLine(name ?? ''),
  ])
  const header = ['id', '$/M in', '$/M out', 'tokens', 'name']
  return tableLines({ header, rows, isRight: [false, true, true, true, false] }, page)
}

function panelLines({ default_models: defaults, panels, router }: Models, { columns }: Page): string[] {
  const listed = (ids: string[]) => ids.map(oneLine).join(', ')
  return [
    `Default panel (${router}): ${defaults.length === 0 ? 'none' : listed(defaults)}`,
    ...panels.map(
      ({ name, models, first }) =>
        `Panel ${name}: ${listed(models)}${first === undefined ? '' : `; first ${listed(first)}`}`,
    ),
  ].flatMap((line) => wrapAfter('', line, columns, 2))
}

function reliabilityLines({ known, basis, members }: ReliabilityResponse, page: Page): string[] {
  const about = `Reliability of the default panel${known ? '' : ' is not known yet'}. ${oneLine(basis)}`
  if (!known) return wrapAfter('', about, page.columns, 2)
  const rows = members.map(({ model, accuracy, low, high, weight }) => [
    oneLine(model),
    percent(accuracy),
    `${percent(low)}–${percent(high)}`,
    weight.toFixed(2),
  ])
  const header = ['model', 'right', '90% interval', 'vote']
  const isRight = [false, true, true, true]
  return ['', ...wrapAfter('', about, page.columns, 2), ...tableLines({ header, rows, isRight }, page)]
}

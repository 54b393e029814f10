import type { ListedModel } from '../../../consensus/model-catalogue.ts'

/** The models of vendors whose lists cannot be fetched. */
const WITHOUT_LIST: Record<string, string[]> = {
  openai: ['gpt-5.1', 'gpt-5-mini'],
  anthropic: ['claude-sonnet-4-5', 'claude-opus-4-5'],
  gemini: ['gemini-pro-latest', 'gemini-flash-latest'],
}

/** How to find the newest of two families of a vendor in its list. */
const FAMILIES: Record<string, Array<(models: ListedModel[]) => string | undefined>> = {
  openai: [
    (models) => highest(models, /^gpt-(\d+)(?:\.(\d+))?$/),
    (models) => highest(models, /^gpt-(\d+)(?:\.(\d+))?-mini$/),
  ],
  anthropic: [(models) => latest(models, /^claude-.*sonnet/), (models) => latest(models, /^claude-.*opus/)],
  gemini: [
    (models) =>
      newestGemini(models, 'gemini-pro-latest', /^gemini-(\d+)(?:\.(\d+))?-pro(?:-preview(?:-[\d-]+)?)?$/),
    (models) =>
      newestGemini(
        models,
        'gemini-flash-latest',
        /^gemini-(\d+)(?:\.(\d+))?-flash(?:-preview(?:-[\d-]+)?)?$/,
      ),
  ],
}

/** Models that write no texts, by the names that servers give them. */
const NO_TEXTS = /embed|rerank|whisper|minilm|(?:^|[-_/])(?:tts|bge|gte|e5)(?:[-_:]|$)/i

/**
 * Up to two models of a server, the one to take first: of a vendor the newest of its families, of any other server the
 * first of its list, which is null when it could not be fetched.
 */
export function newestModels(server: string, list: ListedModel[] | null, isVendor: boolean): string[] {
  if (!isVendor)
    return (list ?? [])
      .filter(({ id }) => !NO_TEXTS.test(id))
      .map(({ id }) => id)
      .slice(0, 2)
  const newest = FAMILIES[server]!.map((newestOf) => newestOf(list ?? [])).filter((id) => id !== undefined)
  return newest.length > 0 ? newest : WITHOUT_LIST[server]!
}

/** The id with the highest version, of which the major and the minor number are in the groups of a pattern. */
function highest(models: ListedModel[], pattern: RegExp): string | undefined {
  const versions = models.flatMap(({ id }) => {
    const match = pattern.exec(id)
    return match === null ? [] : [{ id, major: Number(match[1]), minor: Number(match[2] ?? 0) }]
  })
  return versions.sort((one, other) => other.major - one.major || other.minor - one.minor)[0]?.id
}

function latest(models: ListedModel[], pattern: RegExp): string | undefined {
  const family = models.filter(({ id }) => pattern.test(id))
  return family.sort((one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0))[0]?.id
}

/** The alias of the newest if there is one; otherwise the highest version, as a preview only if there is nothing else of it. */
function newestGemini(models: ListedModel[], alias: string, pattern: RegExp): string | undefined {
  if (models.some(({ id }) => id === alias)) return alias
  const version = highest(models, pattern)
  const stable = version?.split('-preview')[0]
  return models.some(({ id }) => id === stable) ? stable : version
}

import type { ListedModel } from '../../../consensus/model-catalogue.ts'

/** Two families of a vendor, and what to ask of each where its list names none. Gemini has names of its own for the newest. */
const FAMILIES: Record<string, Array<[family: RegExp, unlisted: string]>> = {
  openai: [
    [/^gpt-\d+(?:\.\d+)?$/, 'gpt-5.1'],
    [/^gpt-\d+(?:\.\d+)?-mini$/, 'gpt-5-mini'],
  ],
  anthropic: [
    [/^claude-.*sonnet/, 'claude-sonnet-4-5'],
    [/^claude-.*opus/, 'claude-opus-4-5'],
  ],
  gemini: [
    [/^gemini-pro-latest$/, 'gemini-pro-latest'],
    [/^gemini-flash-latest$/, 'gemini-flash-latest'],
  ],
}

/** Models that write no texts, by the names that servers give them. */
const NO_TEXTS = /embed|rerank|whisper|minilm|(?:^|[-_/])(?:tts|bge|gte|e5)(?:[-_:]|$)/i

/** Up to two models of a server, the one to take first; its list is null when it could not be fetched. */
export function newestModels(server: string, list: ListedModel[] | null, isVendor: boolean): string[] {
  const models = list ?? []
  if (!isVendor)
    return models
      .map(({ id }) => id)
      .filter((id) => !NO_TEXTS.test(id))
      .slice(0, 2)
  const families = FAMILIES[server]!
  const newest = families.flatMap(([family]) => latest(models.filter(({ id }) => family.test(id))))
  return newest.length > 0 ? newest : families.map(([, unlisted]) => unlisted)
}

function latest(models: ListedModel[]): string[] {
  const inOrder = models.toSorted((one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0))
  return inOrder.slice(0, 1).map(({ id }) => id)
}

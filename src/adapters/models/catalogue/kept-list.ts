import type { ListedModel } from '../../../consensus/model-catalogue.ts'

/** A list of models that is fetched when needed. */
export interface KeptList {
  /** The list; null when it cannot be fetched now. */
  get(): Promise<ListedModel[] | null>
  /** What was fetched so far; null when nothing was. */
  known(): ListedModel[] | null
}

interface ListParts {
  fetchList: () => Promise<ListedModel[]>
  now: () => number
  onFault: (error: unknown) => void
}

const KEPT_MS = 60 * 60 * 1000
/** A server that has no list, or is down, is not asked by every request. */
const FAILURE_KEPT_MS = 60 * 1000

/** Keeps a list for an hour, and the failure to fetch it for a minute; an old list is used while a new one is fetched. */
export function createKeptList({ fetchList, now, onFault }: ListParts): KeptList {
  let kept: ListedModel[] | null = null
  let fetchedNextAt = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> | null = null

  async function refresh(): Promise<void> {
    try {
      kept = await fetchList()
      fetchedNextAt = now() + KEPT_MS
    } catch (error) {
      fetchedNextAt = now() + FAILURE_KEPT_MS
      onFault(error)
    } finally {
      fetching = null
    }
  }

  return {
    async get() {
      if (now() >= fetchedNextAt) fetching ??= refresh()
      if (kept === null) await fetching
      return kept
    },
    known: () => kept,
  }
}

import type { EdgeRequest } from '../../../src/client/index.ts'
import { type Place, readJson, thisTab } from '../settings/storage.ts'

type Kept = Array<{ id: string; request: EdgeRequest }>

const NAME = 'stretto.requests'
const MOST_KEPT = 10
/** Of all of them: browsers keep about five million. */
const MOST_CHARACTERS = 3_000_000

/** Keeps what was asked for a result until the tab is closed, so that it can be asked again with the same options. */
export function keepRequest(id: string, request: EdgeRequest, place: Place = thisTab): void {
  const others = readKept(place).filter((kept) => kept.id !== id)
  let left = MOST_CHARACTERS
  const fitting = [{ id, request }, ...others].slice(0, MOST_KEPT).filter((kept) => {
    left -= JSON.stringify(kept).length
    return left >= 0
  })
  place.write(NAME, JSON.stringify(fitting))
}

/** What was asked for a result; null where this tab does not know it. */
export function keptRequest(id: string, place: Place = thisTab): EdgeRequest | null {
  return readKept(place).find((kept) => kept.id === id)?.request ?? null
}

function readKept(place: Place): Kept {
  const isKept = (value: unknown): value is Kept =>
    Array.isArray(value) && value.every((one) => typeof one?.request?.query === 'string')
  return readJson(place, NAME, isKept) ?? []
}

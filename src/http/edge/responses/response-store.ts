import type { ResponseItem } from '../../../contract/responses/response-input.ts'
import type { ResponseObject } from '../../../contract/responses/response-object.ts'

/** A response, and what was said to it; what was said before is in the response that it continues. */
export interface Exchange {
  input: ResponseItem[]
  response: ResponseObject
}

/** Keeps responses, which only the owner finds. */
export interface ResponseStore {
  /** Stores a response; those that it continues are kept as long as it is. */
  save(owner: string, exchange: Exchange, at: number): Promise<void>
  get(owner: string, id: string): Promise<ResponseObject | null>
  /** A response after those that it continues, as far back as they are stored; nothing where it is not. */
  chainTo(owner: string, id: string): Promise<Exchange[]>
  remove(owner: string, id: string): Promise<void>
  /** Deletes what was not used since a time and, beyond so many bytes of an owner, what was not used for longest. */
  sweep(usedBefore: number, mostBytes: number): Promise<void>
}

// The worker, which counts what its objects are asked, read and write; /counted tells it.
import type { DurableObjectState } from '@cloudflare/workers-types'
import type { Environment } from '../../src/worker/environment.ts'
import * as worker from '../../src/worker/worker.ts'

export interface ObjectCounts {
  requests: number
  rowsRead: number
  rowsWritten: number
  /** The size of the databases as it is charged. */
  bytes: number
}

type Cursor = Pick<ObjectCounts, 'rowsRead' | 'rowsWritten'>
type Method = (...values: unknown[]) => unknown

/** By the class of the object. */
const counts: Record<string, ObjectCounts> = {}
/** By the id of the object, which may be opened again. */
const sizes = new Map<string, number>()
/** A cursor knows what it read once its rows were taken, before anything else of its isolate runs. */
let last: [ObjectCounts, Cursor] | null = null

function countLast(): void {
  if (last === null) return
  const [count, { rowsRead, rowsWritten }] = last
  last = null
  count.rowsRead += rowsRead
  count.rowsWritten += rowsWritten
}

/** Every method of these is one row, by the platform's prices. */
const READS = ['get', 'getAlarm']
const WRITES = ['put', 'delete', 'setAlarm']

/** Counts what goes through the storage of an object. What is returned must be kept, or the platform makes it anew. */
function watch({ id, storage }: DurableObjectState, count: ObjectCounts): object[] {
  const { sql, kv } = storage
  const grow = () => {
    const { databaseSize } = sql
    count.bytes += databaseSize - (sizes.get(`${id}`) ?? 0)
    sizes.set(`${id}`, databaseSize)
  }
  const replace = (part: object, name: string, on: (result: unknown) => void) => {
    const methods = part as Record<string, Method>
    const original = methods[name]
    if (original === undefined) return
    methods[name] = (...values) => {
      countLast()
      const result = original.apply(part, values)
      on(result)
      return result
    }
  }
  replace(sql, 'exec', (cursor) => {
    last = [count, cursor as Cursor]
    grow()
  })
  for (const part of [storage, kv]) {
    for (const name of READS) replace(part, name, () => count.rowsRead++)
    for (const name of WRITES) replace(part, name, () => count.rowsWritten++)
  }
  return [storage, sql, kv]
}

interface Answering {
  fetch?(request: Request): Promise<Response>
  call?(...parts: unknown[]): Promise<unknown>
  alarm?(): Promise<void>
}

/** A class of objects that counts; requests, calls and alarms are charged alike. */
function counted<Class extends new (context: never, env: never) => object>(
  name: string,
  Original: Class,
): Class {
  const count = { requests: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 }
  counts[name] = count
  const Base = Original as unknown as new (context: DurableObjectState, env: Environment) => Answering
  class Counted extends Base {
    readonly kept: object[]
    constructor(context: DurableObjectState, env: Environment) {
      const kept = watch(context, count)
      super(context, env)
      this.kept = kept
    }
  }
  for (const name of ['fetch', 'call', 'alarm'] as const) {
    const original = Original.prototype[name] as Method | undefined
    if (original === undefined) continue
    Object.assign(Counted.prototype, {
      [name](this: object, ...values: unknown[]) {
        count.requests++
        return original.apply(this, values)
      },
    })
  }
  return Counted as unknown as Class
}

export const Runs = counted('Runs', worker.Runs)
export const Memory = counted('Memory', worker.Memory)
export const Limits = counted('Limits', worker.Limits)
export const Counters = counted('Counters', worker.Counters)

export default worker.default
export const tasks = worker.tasks
export const edge = {
  fetch(request: Request, env: Environment) {
    if (new URL(request.url).pathname !== '/counted') return worker.edge.fetch(request, env)
    countLast()
    return Promise.resolve(Response.json(counts))
  },
}

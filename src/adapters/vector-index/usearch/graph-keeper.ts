import type { VectorMatch } from '../../../vectors/vector-index.ts'
import { mergeNearest } from '../nearest-matches.ts'
import { createGraph, type Graph } from './graph.ts'
import { createGraphFiles } from './graph-files.ts'
import type { Report, Task, VectorBatch, WorkerOptions } from './messages.ts'
import type { NativeIndex } from './native-index.ts'

/** Loaded ids are sent in portions, so that the receiver is not blocked. */
const IDS_AT_A_TIME = 2000
/** A graph is saved after this many changes, or a quarter of it if that is more. */
const CHANGES_TO_SAVE = 2000

interface Kept {
  graph: Graph
  /** The replacement graph that is being built. */
  next: Graph | null
  /** The number of changes since it was saved, and when saving was last attempted. */
  changes: number
  tried: number
  saidWorn: boolean
}

interface GraphKeeperOptions extends WorkerOptions {
  newNative: () => NativeIndex
  post: (report: Report) => void
}

/** Executes the tasks of the worker, with one graph per partition. */
export function createGraphKeeper({ newNative, post, ...options }: GraphKeeperOptions) {
  const partitions = new Map<string, Kept>()
  const files = createGraphFiles({ ...options, newNative })
  const emptyGraph = () => createGraph({ native: newNative(), threads: options.threads })

  function keep(partition: string, graph: Graph): Kept {
    const kept = { graph, next: null, changes: 0, tried: 0, saidWorn: false }
    partitions.set(partition, kept)
    return kept
  }

  async function save(): Promise<void> {
    try {
      for (const [partition, kept] of partitions) {
        if (kept.changes === 0 || kept.graph.size() === 0) continue
        kept.tried = kept.changes
        await files.save(partition, kept.graph)
        kept.changes = 0
        kept.tried = 0
      }
      await files.keepOnly([...partitions].flatMap(([name, { graph }]) => (graph.size() > 0 ? [name] : [])))
    } catch (error) {
      post({ report: 'fault', message: `The vector index could not be saved: ${reason(error)}` })
    }
  }

  async function noteChanges(partition: string, kept: Kept, count: number): Promise<void> {
    kept.changes += count
    if (kept.graph.size() === 0) partitions.delete(partition)
    if (kept.graph.isWorn() && !kept.saidWorn) {
      kept.saidWorn = true
      post({ report: 'worn', partition })
    }
    // A full disk is not retried after every change.
    if (kept.changes - kept.tried >= Math.max(CHANGES_TO_SAVE, kept.graph.size() / 4)) await save()
  }

  async function load(partition: string): Promise<void> {
    try {
      const graph = await files.load(partition)
      if (graph === null) return
      keep(partition, graph)
      const ids = graph.places().filter((id) => id !== null)
      for (let start = 0; start < ids.length; start += IDS_AT_A_TIME)
        post({ report: 'loaded', partition, ids: ids.slice(start, start + IDS_AT_A_TIME) })
    } catch (error) {
      post({ report: 'fault', message: `A saved vector index is rebuilt: ${reason(error)}` })
    }
  }

  function addToNext({ partition, ids, vectors }: VectorBatch): void {
    const kept = partitions.get(partition)
    if (!kept?.next) return
    const dimensions = vectors.length / ids.length
    for (const [index, id] of ids.entries()) {
      // Vectors removed or added since they were fetched are already up to date.
      if (!kept.graph.has(id) || kept.next.has(id)) continue
      kept.next.add([id], vectors.slice(index * dimensions, (index + 1) * dimensions))
    }
  }

  /** Executes one task; a search returns matches, all others none. */
  return async function perform(task: Task): Promise<VectorMatch[]> {
    if (task.task === 'search') {
      const { vector, limit } = task
      const found = task.partitions.map((name) => partitions.get(name)?.graph.search(vector, limit) ?? [])
      return mergeNearest(found, limit)
    }
    if (task.task === 'save') await save()
    else if (task.task === 'load') {
      for (const partition of task.partitions) if (!partitions.has(partition)) await load(partition)
      await files.keepOnly(task.partitions)
    } else if (task.task === 'add') {
      const kept = partitions.get(task.partition) ?? keep(task.partition, emptyGraph())
      kept.graph.add(task.ids, task.vectors)
      kept.next?.add(task.ids, task.vectors)
      await noteChanges(task.partition, kept, task.ids.length)
    } else if (task.task === 'renew-add') addToNext(task)
    else {
      const kept = partitions.get(task.partition)
      if (kept === undefined) return []
      if (task.task === 'remove') {
        kept.graph.remove(task.id)
        kept.next?.remove(task.id)
        await noteChanges(task.partition, kept, 1)
      } else if (task.task === 'renew') kept.next = emptyGraph()
      else if (task.task === 'renew-drop') kept.next = null
      else if (kept.next !== null) {
        const { changes } = kept
        keep(task.partition, kept.next).changes = changes + kept.next.size()
      }
    }
    return []
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

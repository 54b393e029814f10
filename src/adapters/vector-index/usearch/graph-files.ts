import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { createGraph, type Graph } from './graph.ts'
import { NATIVE_SHAPE, type NativeIndex } from './native-index.ts'

/** The metadata stored next to a graph: its owner, its file, and the id at each place. */
const SIDECAR = z.object({
  shape: z.string(),
  embedder: z.string(),
  partition: z.string(),
  graph: z.string().regex(/^[0-9a-f-]+\.usearch$/),
  checksum: z.string(),
  places: z.array(z.string().nullable()),
  takenAnew: z.number(),
})

const OURS = /^[0-9a-f]{24}(-[0-9a-f]{16})?\.(json|usearch)(\.new)?$/

interface GraphFilesOptions {
  folder: string
  embedder: string
  threads: number
  newNative: () => NativeIndex
}

/** The graphs in a folder, each a file of the library and a metadata file of ours, written last, that validates it. */
export function createGraphFiles({ folder, embedder, threads, newNative }: GraphFilesOptions) {
  const nameOf = (partition: string) => createHash('sha256').update(partition).digest('hex').slice(0, 24)
  const at = (name: string) => join(folder, name)

  return {
    /** Saves a graph under new names, and only then deletes the previous one. */
    async save(partition: string, graph: Graph): Promise<void> {
      await mkdir(folder, { recursive: true })
      const name = nameOf(partition)
      graph.save(at(`${name}.usearch.new`))
      const [places, takenAnew] = [[...graph.places()], graph.takenAnew()]
      const checksum = await checksumOf(at(`${name}.usearch.new`))
      const file = `${name}-${checksum.slice(0, 16)}.usearch`
      await rename(at(`${name}.usearch.new`), at(file))
      const sidecar = { shape: NATIVE_SHAPE, embedder, partition, graph: file, checksum, places, takenAnew }
      await writeFile(at(`${name}.json.new`), JSON.stringify(sidecar))
      await rename(at(`${name}.json.new`), at(`${name}.json`))
      await removeFiles(
        folder,
        (other) => other.startsWith(name) && other !== file && other !== `${name}.json`,
      )
    },

    /** The saved graph of a partition; null when there is none. Throws when it is damaged. */
    async load(partition: string): Promise<Graph | null> {
      const text = await readFile(at(`${nameOf(partition)}.json`), 'utf8').catch(() => null)
      if (text === null) return null
      const sidecar = SIDECAR.parse(JSON.parse(text))
      if (sidecar.shape !== NATIVE_SHAPE || sidecar.embedder !== embedder || sidecar.partition !== partition)
        return null
      // The library trusts its input: a wrong byte among the links would crash the process.
      if ((await checksumOf(at(sidecar.graph))) !== sidecar.checksum)
        throw new Error(`${sidecar.graph} differs from what was saved.`)
      const native = newNative()
      native.load(at(sidecar.graph))
      if (native.size() !== sidecar.places.length) throw new Error(`${sidecar.graph} lacks vectors.`)
      return createGraph({ native, threads, places: sidecar.places, takenAnew: sidecar.takenAnew })
    },

    /** Removes the files of all other partitions. */
    keepOnly(partitions: Iterable<string>): Promise<void> {
      const kept = new Set([...partitions].map(nameOf))
      return removeFiles(folder, (name) => !kept.has(name.slice(0, 24)))
    },
  }
}

/** Removes the graphs of a folder without reading them. */
export function removeGraphs(folder: string): Promise<void> {
  return removeFiles(folder, () => true)
}

async function removeFiles(folder: string, isDoomed: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => OURS.test(name) && isDoomed(name)))
    await rm(join(folder, name), { force: true })
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

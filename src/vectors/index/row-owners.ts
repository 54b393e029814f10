/** How many rows are kept together. */
const BLOCK = 4096

/** Whose a row is, in which partition, and where in the list of that partition. */
export interface RowOwner<Id, Partition> {
  id: Id
  partition: Partition
  place: number
}

/** The owners of the rows in use, by the number of the row. */
export interface RowOwners<Id, Partition> {
  get(row: number): RowOwner<Id, Partition> | null
  set(row: number, owner: RowOwner<Id, Partition> | null): void
}

/** Keeps owners in blocks of arrays: with a million objects, or an array that is copied to grow, the service would stop for a while. */
export function createRowOwners<Id, Partition>(): RowOwners<Id, Partition> {
  const blocks: Array<{ ids: Id[]; partitions: Array<Partition | null>; places: Int32Array }> = []

  return {
    get(row) {
      const [block, at] = [blocks[Math.floor(row / BLOCK)], row % BLOCK]
      const partition = block?.partitions[at]
      return block && partition ? { id: block.ids[at]!, partition, place: block.places[at]! } : null
    },

    set(row, owner) {
      const at = row % BLOCK
      const number = Math.floor(row / BLOCK)
      blocks[number] ??= { ids: [], partitions: [], places: new Int32Array(BLOCK) }
      const block = blocks[number]
      block.partitions[at] = owner?.partition ?? null
      if (!owner) return
      block.ids[at] = owner.id
      block.places[at] = owner.place
    },
  }
}

/** The numbers of rows, in no particular order. */
export interface RowList {
  add(row: number): void
  /** Removes the number at this place; returns the number that takes its place, or null. */
  removeAt(place: number): number | null
  /** Some of the numbers from a place on, as a view. */
  some(from: number, most: number): Int32Array
  size(): number
}

/** Creates an empty list, in one block of memory that grows and shrinks with it. */
export function createRowList(): RowList {
  let rows = new Int32Array(1)
  let size = 0

  function resize(length: number): void {
    const other = new Int32Array(length)
    other.set(rows.subarray(0, size))
    rows = other
  }

  return {
    add(row) {
      if (size === rows.length) resize(2 * size)
      rows[size++] = row
    },
    removeAt(place) {
      const last = rows[--size]!
      rows[place] = last
      if (size <= rows.length / 4 && size > 0) resize(rows.length / 2)
      return place === size ? null : last
    },
    some: (from, most) => rows.subarray(from, Math.min(from + most, size)),
    size: () => size,
  }
}

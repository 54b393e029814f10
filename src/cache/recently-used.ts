/** What is kept, by scope and in the order in which it was last of use. */
export interface RecentlyUsed {
  /** Puts an item last in its scope's line; one that is there already moves there. */
  use(id: string, scope: string, at: number): void
  remove(id: string, scope: string): void
  /**
   * What must go for no more than so many to stay. The scope that holds most gives first, so that one caller cannot
   * push out what another keeps; of scopes that hold as much, the one whose item was of use longest ago.
   */
  surplus(most: number): string[]
}

/** Begins with nothing. */
export function createRecentlyUsed(): RecentlyUsed {
  // A map keeps the order in which its keys came in.
  const lines = new Map<string, Map<string, number>>()
  let size = 0
  let usedLast = ''

  return {
    use(id, scope, at) {
      const line = lines.get(scope) ?? new Map<string, number>()
      lines.set(scope, line)
      // What is asked for over and over stands last already.
      const staysLast = id === usedLast && line.has(id)
      if (!staysLast && !line.delete(id)) size++
      line.set(id, at)
      usedLast = id
    },

    remove(id, scope) {
      const line = lines.get(scope)
      if (!line?.delete(id)) return
      size--
      if (line.size === 0) lines.delete(scope)
    },

    surplus(most) {
      const surplus: string[] = []
      if (size <= most) return surplus
      const givers = [...lines.values()].map(giverOf)
      while (size - surplus.length > most) {
        const giver = givers.reduce((one, other) => (givesBefore(other, one) ? other : one))
        surplus.push(giver.id)
        giver.give()
      }
      return surplus
    },
  }
}

interface Giver {
  /** How many it has left. */
  left: number
  /** What it gives next, and when that was last of use. */
  id: string
  at: number
  give(): void
}

function giverOf(line: Map<string, number>): Giver {
  const items = line.entries()
  const giver = { left: line.size + 1, id: '', at: Number.POSITIVE_INFINITY, give }
  function give(): void {
    const [id, at] = items.next().value ?? ['', Number.POSITIVE_INFINITY]
    Object.assign(giver, { left: giver.left - 1, id, at })
  }
  give()
  return giver
}

function givesBefore(one: Giver, other: Giver): boolean {
  return one.left === other.left ? one.at < other.at : one.left > other.left
}

import type { Place } from '../../playground/src/settings/storage.ts'

/** A storage of a browser that is kept in memory. */
export function memoryPlace(): Place {
  const kept = new Map<string, string>()
  return {
    read: (name) => kept.get(name) ?? null,
    write: (name, text) => void kept.set(name, text),
    remove: (name) => void kept.delete(name),
  }
}

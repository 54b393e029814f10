/** Thrown when a stored row can be fetched but not interpreted. */
export class DamagedData extends Error {
  override name = 'DamagedData'
}

/** Parses stored JSON; throws DamagedData if it is invalid. */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DamagedData('a row holds JSON that cannot be read', { cause })
  }
}

/** The value itself if it is valid; anything a schema would add or remove stays as stored. */
export function fitting<Value>(
  schema: { safeParse(value: unknown): { success: boolean } },
  value: unknown,
  what: string,
): Value {
  if (!schema.safeParse(value).success) throw new DamagedData(`a stored ${what} does not fit`)
  return value as Value
}

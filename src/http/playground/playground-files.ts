/** How the bytes of a file can be sent. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** A file of the playground, as it was built. */
export interface PlaygroundFile {
  /** Its media type. */
  type: string
  /** Changes with its content. */
  digest: string
  bodies: Record<Encoding, Uint8Array<ArrayBuffer>>
}

/** The built playground: its page, and the files that the page loads, by name; null where it was not built. */
export type PlaygroundFiles = { page: PlaygroundFile; parts: Map<string, PlaygroundFile> } | null

/** The paths of the playground. Opening it costs nothing, so they are not counted by rate limits. */
export function playgroundPaths(files: PlaygroundFiles): string[] {
  const parts = [...(files?.parts.keys() ?? [])].map((name) => `/playground/${name}`)
  return ['/playground', '/playground/', ...parts]
}

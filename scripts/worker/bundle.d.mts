export function bundleWorker(entry: string): Promise<{
  code: string
  map: string
  modules: Map<string, Uint8Array>
}>

/** Writes what the platform runs; returns how many bytes the bundle has compressed, and what is wrong with it. */
export function writeCode(folder: string, entry?: string): Promise<{ bytes: number; problems: string[] }>

/** Writes what the worker reads and serves. */
export function writeAssets(folder: string): Promise<void>

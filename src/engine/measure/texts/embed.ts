/** Turns texts into unit vectors. */
export type Embed = (texts: string[]) => Promise<Float32Array[]>

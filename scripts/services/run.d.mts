/** A port of the loopback interface that nobody uses now. */
export function freePort(): Promise<number>

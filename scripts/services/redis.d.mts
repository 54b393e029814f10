export function resumeRedis(address: string): Promise<void>
export function stopRedis(): void

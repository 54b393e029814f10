export function resumePostgres(): void
export function stopPostgres(): void

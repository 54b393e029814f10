/** Where Chromium is installed; null for nowhere. */
export function chromiumPath(): string | null

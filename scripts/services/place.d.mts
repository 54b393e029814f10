/** The addresses of services that were started from this clone, or null. */
export function startedServices(): { databaseUrl: string } | null

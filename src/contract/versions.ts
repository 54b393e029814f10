import manifest from '../../package.json' with { type: 'json' }

/** The service name in the health and welcome payloads. */
export const SERVICE_NAME = 'stretto'

/** Version of the software, shown by /health. */
export const SOFTWARE_VERSION: string = manifest.version

/** Version of the HTTP API, shown by the welcome payload. */
export const API_VERSION = '1.0'

/** One-line description of the service. */
export const SERVICE_DESCRIPTION: string = manifest.description

/** The licence of the software. */
export const SOFTWARE_LICENCE: string = manifest.license

/** Where the source code is hosted; null while it is published nowhere. */
export const REPOSITORY_URL = (manifest as { repository?: { url: string } }).repository?.url ?? null

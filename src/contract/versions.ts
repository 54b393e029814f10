import manifest from '../../package.json' with { type: 'json' }

export const SERVICE_NAME = 'stretto'
export const SERVICE_DESCRIPTION: string = manifest.description
export const SOFTWARE_VERSION: string = manifest.version
/** Shown by the welcome payload. */
export const API_VERSION = '1.0'
export const SOFTWARE_LICENCE: string = manifest.license
/** Where the source code is hosted; null while it is published nowhere. */
export const REPOSITORY_URL = (manifest as { repository?: { url: string } }).repository?.url ?? null

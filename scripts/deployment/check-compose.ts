import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, readText, readYaml } from './files.ts'
import { unknownSettings } from './known-names.ts'
import type { ServedPaths } from './served-paths.ts'

interface Service {
  image: string
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  networks: string[]
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  stop_grace_period?: string
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
}

interface Compose {
  services: Record<string, Service>
  networks: Record<string, unknown>
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}

/** What is wrong with compose.yaml and what it mounts. */
export function checkCompose(served: ServedPaths): string[] {
  const compose = readYaml<Compose>('compose.yaml')[0]!
  const { stretto } = compose.services
  const grace = Number(stretto!.environment!.SHUTDOWN_GRACE_SECONDS)
  const probed = JSON.stringify(compose.services.proxy!.healthcheck).match(/:8787(\/\w+)/)?.[1] ?? ''
  return [
    ...Object.entries(compose.services).flatMap(([name, service]) =>
      checkService(service, compose).map((problem) => `${name}: ${problem}`),
    ),
    ...unknownSettings(Object.keys(stretto!.environment!)).map((name) => `${name} is no setting`),
    ...unmadeSecrets(compose),
    Number.parseInt(stretto!.stop_grace_period!, 10) >= grace + 10 ? '' : 'stop_grace_period is too short',
    served.edge.has(probed) ? '' : `proxy: the edge API does not serve ${probed}`,
  ]
    .filter(Boolean)
    .map((problem) => `compose.yaml: ${problem}`)
}

function checkService(service: Service, compose: Compose): string[] {
  const secretFiles = Object.entries(service.environment ?? {})
    .filter(([name]) => name.endsWith('_FILE'))
    .map(([, value]) => value.replace('/run/secrets/', ''))
  const sources = (service.volumes ?? []).map((volume) => volume.split(':')[0]!)
  return [
    // Not latest: the same file has to start the same programs next year.
    /:v?\d+\.\d+\.\d+\S*$/.test(service.image) ? '' : `the image ${service.image} has no full version`,
    service.read_only ? '' : 'the root file system must be read-only',
    service.cap_drop?.includes('ALL') ? '' : 'it must drop all capabilities',
    service.security_opt?.includes('no-new-privileges:true') ? '' : 'it must not gain privileges',
    ...[...(service.secrets ?? []), ...secretFiles]
      .filter((name) => compose.secrets[name] === undefined)
      .map((name) => `there is no secret ${name}`),
    ...secretFiles
      .filter((name) => !service.secrets?.includes(name))
      .map((name) => `it lacks the secret ${name}`),
    ...service.networks
      .filter((name) => compose.networks[name] === undefined)
      .map((name) => `there is no network ${name}`),
    ...sources
      .filter((name) => (name.startsWith('.') ? !existsSync(join(ROOT, name)) : !(name in compose.volumes)))
      .map((name) => `${name} does not exist`),
    ...(service.ports ?? [])
      .filter((port) => !port.startsWith('127.0.0.1:'))
      .map((port) => `${port} can be reached by other machines`),
    ...Object.entries(service.depends_on ?? {})
      .filter(([name, { condition }]) => !(name in compose.services) || condition !== 'service_healthy')
      .map(([name]) => `it must wait until ${name} is healthy`),
  ].filter(Boolean)
}

/** Secrets that make-secrets.sh does not create. */
function unmadeSecrets({ secrets }: Compose): string[] {
  const script = readText('deploy/make-secrets.sh')
  return Object.values(secrets)
    .map(({ file }) => file.replace('./deploy/secrets/', ''))
    .filter((name) => !script.includes(`keep ${name} `))
    .map((name) => `deploy/make-secrets.sh does not create ${name}`)
}

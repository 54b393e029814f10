import { VARIABLES } from '../../src/config/variables.ts'
import { filesIn, readText, readYaml } from './files.ts'
import { unknownSettings } from './known-names.ts'
import { checkTypes, type Manifest } from './kubernetes-types.ts'
import type { ServedPaths } from './served-paths.ts'

const FOLDER = 'deploy/kubernetes'

interface Probe {
  httpGet: { path: string; port: string }
}

interface Container {
  image: string
  ports: Array<{ name: 'edge' | 'local'; containerPort: number }>
  env: Array<{ name: string; value: string }>
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
  lifecycle: { preStop: { exec: { command: string[] } } }
  volumeMounts: Array<{ name: string; mountPath: string }>
  securityContext: { readOnlyRootFilesystem: boolean }
}

interface Deployment extends Manifest {
  spec: {
    selector: { matchLabels: Record<string, string> }
    template: {
      metadata: { labels: Record<string, string> }
      spec: {
        terminationGracePeriodSeconds: number
        securityContext: { runAsNonRoot: boolean }
        containers: Container[]
        volumes: Array<{ name: string }>
      }
    }
  }
}

/** How long the last refusals may take after the grace period (src/main/main.ts), and what the rest of a stop takes. */
const LAST_SECONDS = 5 + 5

/** What is wrong with the Kubernetes manifests. */
export function checkKubernetes(served: ServedPaths): string[] {
  const paths = filesIn(FOLDER).filter((path) => !path.endsWith('/kustomization.yaml'))
  const manifests = paths.flatMap((path) => readYaml<Manifest>(path).map((content) => ({ path, content })))
  const only = <Kind extends Manifest>(kind: string) =>
    manifests.find(({ content }) => content.kind === kind)!.content as Kind
  const deployment = only<Deployment>('Deployment')
  const settings = only<Manifest & { data: Record<string, string> }>('ConfigMap').data
  const secret = only<Manifest & { stringData: Record<string, string> }>('Secret').stringData
  return [
    ...checkTypes(manifests),
    ...checkList(paths),
    ...checkNames(deployment, { settings, secret }),
    ...checkProbes(deployment, served),
    ...checkStop(deployment, settings),
    ...Object.entries(secret)
      .filter(([, value]) => value !== '')
      .map(([name]) => `${FOLDER}/secret.example.yaml: ${name} must have no value`),
  ].map((problem) => (problem.startsWith('deploy/') ? problem : `${FOLDER}: ${problem}`))
}

/** The kustomization applies every manifest but the example. */
function checkList(paths: string[]): string[] {
  const [list] = readYaml<{ resources: string[] }>(`${FOLDER}/kustomization.yaml`)
  const applied = list!.resources.map((name) => `${FOLDER}/${name}`)
  const expected = paths.filter((path) => !path.endsWith('/secret.example.yaml'))
  return [
    ...expected.filter((path) => !applied.includes(path)).map((path) => `${path} is not applied`),
    ...applied.filter((path) => !expected.includes(path)).map((path) => `${path} does not exist`),
  ]
}

function checkNames(
  { spec }: Deployment,
  { settings, secret }: { settings: Record<string, string>; secret: Record<string, string> },
): string[] {
  const pod = spec.template.spec
  const [container] = pod.containers
  const { version } = JSON.parse(readText('package.json')) as { version: string }
  const mount = container!.volumeMounts.find(({ name }) => name === 'secrets')?.mountPath
  const names = [...Object.keys(settings), ...container!.env.map(({ name }) => name)]
  const volumes = pod.volumes.map(({ name }) => name)
  return [
    ...unknownSettings(names).map((name) => `${name} is no setting`),
    ...container!.env
      .filter(({ value }) => !Object.keys(secret).some((name) => value === `${mount}/${name}`))
      .map(({ name, value }) => `${name}: ${value} is not in the secret`),
    ...container!.volumeMounts
      .filter(({ name }) => !volumes.includes(name))
      .map(({ name }) => `the volume ${name} does not exist`),
    ...Object.entries(spec.selector.matchLabels)
      .filter(([label, value]) => spec.template.metadata.labels[label] !== value)
      .map(([label]) => `the pods lack the label ${label} of the selector`),
    container!.image === `stretto:${version}` ? '' : `the image must be stretto:${version}`,
    container!.securityContext.readOnlyRootFilesystem ? '' : 'the root file system must be read-only',
    pod.securityContext.runAsNonRoot ? '' : 'the pods must not run as root',
  ].filter(Boolean)
}

function checkProbes({ spec }: Deployment, served: ServedPaths): string[] {
  const container = spec.template.spec.containers[0]!
  const defaults = {
    edge: VARIABLES.EDGE_PORT.schema.parse(undefined),
    local: VARIABLES.LOCAL_PORT.schema.parse(undefined),
  }
  const wrongPorts = container.ports
    .filter(({ name, containerPort }) => defaults[name] !== containerPort)
    .map(({ name, containerPort }) => `the port ${name} is ${defaults[name]}, not ${containerPort}`)
  const probes = (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).flatMap((probe) => {
    const { path, port } = container[probe].httpGet
    if (port !== 'edge' && port !== 'local') return [`${probe}: there is no port ${port}`]
    return served[port].has(path) ? [] : [`${probe}: the ${port} API does not serve ${path}`]
  })
  return [...wrongPorts, ...probes]
}

/** Kubernetes must not kill a pod that is still within its grace period. */
function checkStop({ spec }: Deployment, settings: Record<string, string>): string[] {
  const { containers, terminationGracePeriodSeconds } = spec.template.spec
  const [program, seconds] = containers[0]!.lifecycle.preStop.exec.command
  if (program !== 'sleep') return ['preStop must be a sleep']
  const needed = Number(seconds) + Number(settings.SHUTDOWN_GRACE_SECONDS) + LAST_SECONDS
  return terminationGracePeriodSeconds >= needed
    ? []
    : [`terminationGracePeriodSeconds must be at least ${needed}`]
}

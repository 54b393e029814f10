import dockerIgnore from '@balena/dockerignore'
import { describe, expect, it } from 'vitest'
import { checkImage } from './check-image.ts'
import { checkWorker } from './check-worker.ts'
import { readText, readYaml } from './files.ts'
import { unknownSettings } from './known-names.ts'
import { checkTypes, type Manifest } from './kubernetes-types.ts'
import { readWorkerConfig, type WorkerConfig } from './worker-config.ts'

describe('the check of the Dockerfile', () => {
  const text = readText('Dockerfile')

  it('passes ours', () => {
    expect(checkImage(text)).toEqual([])
  })

  it.each([
    ['an image that may be another one tomorrow', /node:22\.\S+/g, 'node:22', 'has no full version'],
    ['root', 'USER 1000:1000', 'USER root', 'not root'],
    ['an instruction that does not exist', 'WORKDIR /app', 'WORKDR /app', 'Unknown instruction'],
    [
      'a start through a shell',
      'ENTRYPOINT ["node", "bin/stretto.mjs"]',
      'ENTRYPOINT node bin/stretto.mjs',
      'must be a list',
    ],
    ['no health check', /HEALTHCHECK[\s\S]*\]\n/, '', 'HEALTHCHECK is missing'],
  ])('refuses %s', (_, before, after, problem) => {
    const changed = text.replace(before, after)
    expect(changed).not.toBe(text)
    expect(checkImage(changed).join()).toContain(problem)
  })
})

it('every script that builds reaches the build of the image', async () => {
  const { BUILDERS } = await import(new URL('../set-up.mjs', import.meta.url).href)
  const ignored = dockerIgnore().add(readText('.dockerignore').split('\n'))
  expect(BUILDERS.filter((file: string) => ignored.ignores(file))).toEqual([])
  expect(ignored.ignores('scripts/check.mjs')).toBe(true)
})

describe('the check of Kubernetes manifests', () => {
  const path = 'deploy/kubernetes/deployment.yaml'

  it.each([
    ['a misspelt field', (text: string) => text.replace('livenessProbe', 'livenesProbe'), 'livenesProbe'],
    [
      'a value of the wrong type',
      (text: string) => text.replace('"replicas":2', '"replicas":"two"'),
      'number',
    ],
    ['a missing field', (text: string) => text.replace('"name":"stretto","image"', '"image"'), 'name'],
    ['an unknown kind', (text: string) => text.replace('apps/v1', 'apps/v9'), 'is no known kind'],
  ])('finds %s', (_, change, problem) => {
    const text = JSON.stringify(readYaml<Manifest>(path)[0])
    expect(change(text)).not.toBe(text)
    expect(checkTypes([{ path, content: JSON.parse(change(text)) }]).join()).toContain(problem)
  })
})

it('knows a setting and the file of a setting, and nothing else', () => {
  expect(unknownSettings(['API_KEYS', 'API_KEYS_FILE', 'API_KEY', 'PORT'])).toEqual(['API_KEY', 'PORT'])
})

describe('the check of the worker', () => {
  const ENTRY = ['Runs', 'Memory', 'Limits', 'Counters'].map((name) => `export class ${name} {}\n`).join('')
  const problemsWith = (change: (config: WorkerConfig) => void) => {
    const config = readWorkerConfig()
    change(config)
    return checkWorker(config, ENTRY).join()
  }

  it('passes ours', () => expect(problemsWith(() => {})).toBe(''))

  it.each<[string, (config: WorkerConfig) => void, string]>([
    ['a misspelt setting', ({ vars }) => Object.assign(vars, { FOOTERS: 'on' }), 'FOOTERS is no setting'],
    [
      'a setting that cannot work',
      ({ vars }) => Object.assign(vars, { DATA_DIR: 'a' }),
      'DATA_DIR cannot be set',
    ],
    ['a key for all to read', ({ vars }) => Object.assign(vars, { GEMINI_API_KEY: 'a' }), 'must be a secret'],
    [
      'a long value',
      ({ vars }) => Object.assign(vars, { PANELS: 'a'.repeat(6000) }),
      'PANELS is longer than',
    ],
    [
      'a host without a route',
      ({ vars }) => Object.assign(vars, { EDGE_HOST: 'b.example' }),
      'the routes must be',
    ],
    [
      'a class without storage',
      ({ migrations }) => migrations[0]!.new_sqlite_classes.pop(),
      'no migration creates',
    ],
    [
      'a class that does not exist',
      ({ durable_objects }) => Object.assign(durable_objects.bindings[0]!, { class_name: 'Other' }),
      'exports no class Other',
    ],
    [
      'assets for everybody',
      ({ assets }) => Object.assign(assets, { run_worker_first: false }),
      'run_worker_first',
    ],
    [
      'another folder',
      ({ assets }) => Object.assign(assets, { directory: '../../dist' }),
      'does not write dist',
    ],
    [
      'a missing flag',
      ({ compatibility_flags }) => compatibility_flags.pop(),
      'the flag enable_request_signal',
    ],
  ])('refuses %s', (_, change, problem) => {
    expect(problemsWith(change)).toContain(problem)
  })
})

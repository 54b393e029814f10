import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OwnRedis, ownRedis } from '../../../test/support/own-redis.ts'
import { describeWithRedis } from '../../../test/support/services.ts'
import type { RateWindow } from '../../http/shared/rate-limiter.ts'
import { createRedisBell } from './bell.ts'
import { createRedisRateLimiter } from './rate-limiter.ts'
import { openRedis, type Redis, RedisUnavailable } from './redis.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }

describeWithRedis('the connection to Redis', () => {
  let server: OwnRedis
  let redis: Redis
  /** What the log would be told. */
  let changes: Array<string | null>
  const open = async (url = server.url) => {
    redis = await openRedis({ url }, (problem) => changes.push(problem))
  }
  const ping = () => redis.run((client) => client.ping())
  const isBack = () => vi.waitFor(async () => expect(await ping()).toBe('PONG'), PATIENCE)

  beforeEach(async () => {
    changes = []
    server = await ownRedis()
    await server.start()
  })
  afterEach(async () => {
    redis?.close()
    await server.stop()
  })

  it('survives a server that goes away and comes back, and says each once', async () => {
    await open()
    await server.stop()
    await vi.waitFor(() => expect(redis.problem()).toMatch(/cannot be reached/), PATIENCE)
    await expect(ping()).rejects.toThrow(RedisUnavailable)
    await server.start()
    await isBack()
    expect(redis.problem()).toBeNull()
    expect(changes).toEqual([expect.stringMatching(/every process counts rate limits for itself/), null])
  })

  it('asks nothing of a server that has stopped answering, until it answers again', async () => {
    await open()
    server.suspend()
    await expect(ping()).rejects.toThrow(/does not answer/)
    const asked = vi.fn(async () => 'never')
    await expect(redis.run(asked)).rejects.toThrow(RedisUnavailable)
    expect(asked).not.toHaveBeenCalled()
    server.resume()
    await isBack()
  })

  it('notices a lost server even if nobody asks for anything', async () => {
    await open()
    server.suspend()
    await vi.waitFor(() => expect(redis.problem()).toMatch(/does not answer/), PATIENCE)
  })

  it('starts without a server and uses it once it is there', async () => {
    await server.stop()
    await open()
    expect(redis.problem()).toMatch(/cannot be reached/)
    const heard: Array<string | null> = []
    await redis.listen('news', (message) => heard.push(message))
    await server.start()
    await isBack()
    await vi.waitFor(() => expect(heard).toContain(null), PATIENCE)
    await redis.run((client) => client.publish('news', 'hello'))
    await vi.waitFor(() => expect(heard).toContain('hello'), PATIENCE)
  })

  it('reports what the server refuses, and goes on with what it does not', async () => {
    await open()
    await expect(redis.run((client) => client.eval('return redis.call("NOPE")'))).rejects.toThrow(
      /refuses commands/,
    )
    expect(await ping()).toBe('PONG')
  })

  describe('for an operator who starts the service', () => {
    it('refuses a wrong password without showing it', async () => {
      await open()
      await redis.run((client) => client.configSet('requirepass', 'right'))
      redis.close()
      const wrong = server.url.replace('//', '//:hunter2@')
      await expect(openRedis({ url: wrong })).rejects.toThrow(/REDIS_URL.*user or password/)
      await expect(openRedis({ url: wrong })).rejects.not.toThrow(/hunter2/)
    })

    it('refuses a user who may not listen to the channel of events', async () => {
      await open()
      await redis.run((client) =>
        client.aclSetUser('some', ['on', '>secret', '~*', '+@all', 'resetchannels']),
      )
      redis.close()
      await open(server.url.replace('//', '//some:secret@'))
      await expect(createRedisBell(redis)).rejects.toThrow(/does not allow the user/)
    })
  })

  describe('lost in the middle of traffic', () => {
    const minute: RateWindow = { name: 'minute', limit: 3, seconds: 60 }
    const claims = [{ subject: 'address:one', window: minute }]
    /** A time that no minute ends at during the test. */
    const now = () => 1_700_000_040_000

    it('lets every process go on counting requests for itself', async () => {
      await open()
      const limiter = createRedisRateLimiter({ redis, api: 'edge', now })
      await limiter.take(claims)
      await server.stop()
      const waits = []
      for (let request = 0; request < 4; request++) waits.push((await limiter.take(claims))[0]!.waitMs > 0)
      expect(waits).toEqual([false, false, false, true])
      await server.start()
      await isBack()
      expect((await limiter.take(claims))[0]!.waitMs).toBe(0)
    })

    it('still rings in this process, and lets everybody look again and again', async () => {
      await open()
      const bell = await createRedisBell(redis)
      const heard: Array<string | null> = []
      bell.listen((topic) => heard.push(topic))
      await server.stop()
      bell.ring('task-1')
      await vi.waitFor(() => expect(heard).toContain('task-1'), PATIENCE)
      const looks = () => heard.filter((topic) => topic === null)
      await vi.waitFor(() => expect(looks().length).toBeGreaterThanOrEqual(2), PATIENCE)
      await bell.close()
    })
  })

  it('listens on after a break, and says that messages may have been missed', async () => {
    await open()
    const heard: Array<string | null> = []
    await redis.listen('news', (message) => heard.push(message))
    await server.stop()
    await server.start()
    await vi.waitFor(() => expect(heard).toEqual([null, null]), PATIENCE)
    await redis.run((client) => client.publish('news', 'hello'))
    await vi.waitFor(() => expect(heard).toEqual([null, null, 'hello']), PATIENCE)
  })
})

describeWithRedis('a connection to Redis by TLS', () => {
  let folder: string
  let server: OwnRedis
  const file = (name: string) => join(folder, name)
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-tls-'))
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
        ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', file('key.pem'), '-out', file('cert.pem')],
      ],
      { stdio: 'ignore' },
    )
    server = await ownRedis((port) => [
      'port 0',
      `tls-port ${port}`,
      `tls-cert-file ${file('cert.pem')}`,
      `tls-key-file ${file('key.pem')}`,
      `tls-ca-cert-file ${file('cert.pem')}`,
      'tls-auth-clients no',
    ])
    await server.start()
  })
  afterEach(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  it('is made by rediss:// with a server whose certificate is trusted, and with no other', async () => {
    const url = server.url.replace('redis:', 'rediss:')
    const redis = await openRedis({ url, authority: readFileSync(file('cert.pem'), 'utf8') })
    expect(await redis.run((client) => client.ping())).toBe('PONG')
    redis.close()
    await expect(openRedis({ url })).rejects.toThrow(/REDIS_URL.*certificate is not trusted/)
  })
})

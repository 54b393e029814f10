import { createClient } from 'redis'
import { StartError } from '../../contract/start-error.ts'
import { withTimeLimit } from '../../utils/with-time-limit.ts'
import { lastingReasonOf, reasonOf } from './redis-fault.ts'

/** How long to wait for the answer to a command before Redis counts as lost. */
const COMMAND_MS = 1_000

/** How long to wait for a connection. */
const CONNECT_MS = 2_000

/** A connection on which nothing arrives for so long is closed and made anew. */
const SILENCE_MS = 5_000

/** How often to ask whether Redis is there; more often than SILENCE_MS, so that an idle connection stays open. */
const HEARTBEAT_MS = 2_000

/** The longest pause between two attempts to connect. */
const LONGEST_PAUSE_MS = 2_000

/** Claims that return the holder came with this version. */
const OLDEST_SERVER = 7

type RedisClient = ReturnType<typeof createRedisClient>

/** Redis could not do what it was asked for; whoever asked goes on without it. */
export class RedisUnavailable extends Error {
  override name = 'RedisUnavailable'
}

/** A connection to a Redis server, which repairs itself. */
export interface Redis {
  /** The beginning of the name of every key and channel. */
  prefix: string
  /** Runs a command; throws RedisUnavailable, at once while the server is known to be lost. */
  run<Reply>(command: (client: RedisClient) => Promise<Reply>): Promise<Reply>
  /**
   * Calls a listener with the messages of a channel, and with null whenever messages may have been missed. Throws a
   * StartError if the user may not listen.
   */
  listen(channel: string, listener: (message: string | null) => void): Promise<void>
  /** Why the last command failed, as a sentence; null if it succeeded. */
  problem(): string | null
  close(): void
}

/** How to reach the server. */
export interface RedisAddress {
  /** redis:// or, for TLS, rediss:// */
  url: string
  prefix?: string
  /** The certificate authority of the server, where the system does not know it. */
  authority?: string
}

/**
 * Connects to Redis. A server that is not there does not keep the service from starting; one that refuses the user or
 * is too old does. `onChange` is called with the reason when commands begin to fail, and with null when they succeed again.
 */
export async function openRedis(
  address: RedisAddress,
  onChange: (problem: string | null) => void = () => {},
): Promise<Redis> {
  const client = createRedisClient(address)
  const subscriptions: Array<() => Promise<void>> = []
  let problem: string | null = null
  /** The server has not answered a command yet whose time is up. Answers come in order, so nothing else is asked. */
  let isSilent = false

  function change(reason: string | null): void {
    const next = reason === null ? null : describeProblem(reason)
    const isChange = (next === null) !== (problem === null)
    problem = next
    if (isChange) onChange(next)
  }

  async function run<Reply>(command: (client: RedisClient) => Promise<Reply>): Promise<Reply> {
    if (!client.isReady || isSilent) throw new RedisUnavailable(problem ?? describeProblem(reasonOf(null)))
    const reply = command(client)
    let isPending = true
    const settle = () => {
      isPending = false
      isSilent = false
    }
    reply.then(settle, settle)
    try {
      const result = await withTimeLimit(COMMAND_MS, reply)
      change(null)
      return result
    } catch (error) {
      isSilent = isPending
      const reason = isPending ? 'it does not answer' : reasonOf(error)
      change(reason)
      throw new RedisUnavailable(describeProblem(reason), { cause: error })
    }
  }

  client.on('error', (error) => change(reasonOf(error)))
  client.on('ready', () => {
    change(null)
    for (const subscribe of subscriptions) subscribe().catch(() => {})
  })
  try {
    await connect(client)
  } catch (error) {
    client.destroy()
    throw error
  }
  const heartbeat = setInterval(() => run((connected) => connected.ping()).catch(() => {}), HEARTBEAT_MS)
  heartbeat.unref()

  return {
    prefix: address.prefix ?? 'stretto:',
    run,
    async listen(channel, listener) {
      // Subscribing again is harmless, and the client has renewed the subscription only if it had been made.
      const subscribe = async () => {
        await run((connected) => connected.subscribe(channel, listener))
        listener(null)
      }
      subscriptions.push(subscribe)
      if (client.isReady) await subscribe().catch(unlessMisconfigured)
    },
    problem: () => problem,
    close() {
      clearInterval(heartbeat)
      client.destroy()
    },
  }
}

function createRedisClient({ url, authority }: RedisAddress) {
  const socket = {
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    reconnectStrategy: (retries: number) =>
      Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(retries, 10)) * (0.5 + Math.random() / 2),
  }
  return createClient({
    url,
    socket: authority === undefined ? socket : { ...socket, tls: true as const, ca: authority },
    // Commands fail at once while there is no connection, instead of waiting for one.
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
  })
}

/** Waits for the first attempt to connect; throws if it failed for a reason that does not pass by itself. */
async function connect(client: RedisClient): Promise<void> {
  const failed = new Promise<Error>((resolve) => client.once('error', resolve))
  // Later attempts are reported as events; the promise rejects only when the client is closed before it has connected.
  const connected = client.connect().then(
    () => null,
    () => null,
  )
  const fault = await Promise.race([connected, failed])
  if (fault === null) await checkVersion(client)
  else unlessMisconfigured(fault)
}

/** Throws a StartError for faults that do not pass by themselves. */
function unlessMisconfigured(fault: unknown): void {
  const reason = lastingReasonOf(fault instanceof RedisUnavailable ? fault.cause : fault)
  if (reason !== null) throw new StartError(`REDIS_URL: Redis cannot be used: ${reason}.`, { cause: fault })
}

async function checkVersion(client: RedisClient): Promise<void> {
  const { version } = await client.hello()
  if (Number.parseInt(version, 10) < OLDEST_SERVER)
    throw new StartError(`REDIS_URL: the server is Redis ${version}; ${OLDEST_SERVER} or newer is needed.`)
}

function describeProblem(reason: string): string {
  return `Redis cannot be used: ${reason}. Until it can, every process counts rate limits for itself, and identical requests to different processes are run more than once.`
}

/** The time of the Redis server, in Unix milliseconds. */
export async function readRedisClock(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.run((client) => client.time())
  return 1000 * Number(seconds) + Number(microseconds) / 1000
}

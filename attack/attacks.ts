import { attackByClock, attackByClockOfReplica } from './clock/attack.ts'
import { attackByFuzzing } from './fuzz/attack.ts'
import { attackWithHostileRequests } from './hostile/attack.ts'
import { attackByKills, attackByKillsOfReplicas } from './kills/attack.ts'
import { attackByKillsOfWorker } from './kills/of-worker.ts'
import { attackByLoad } from './load/attack.ts'
import { attackByOutage } from './outage/attack.ts'
import type { AttackReport } from './report.ts'
import { attackBySlowPaths } from './slow-paths/attack.ts'
import { attackBySoaking } from './soak/attack.ts'
import { attackByStopping, attackByStoppingReplicas } from './stop/attack.ts'
import { attackWithStreams } from './streams/attack.ts'
import { attackBySuspension } from './suspension/attack.ts'
import { attackWithFullDisk, attackWithReadOnlyFolder } from './unwritable/attack.ts'

export interface Options {
  /** How often the service is killed. */
  rounds: number
  /** How many hostile requests are sent. */
  requests: number
  seed: number
  /** How long the soak lasts. */
  minutes: number
  /** Whether the soak draws its picture for the documents. */
  picture: boolean
}

interface Attack {
  about: string
  run: (options: Options) => Promise<AttackReport>
}

/** Attacks by the command that runs them: what callers can do (attack), and what machines do (torture). */
export const GROUPS: Record<string, Record<string, Attack>> = {
  attack: {
    hostile: { about: 'broken, forged and huge requests over raw sockets', run: attackWithHostileRequests },
    fuzz: { about: 'requests mutated from the OpenAPI documents', run: attackByFuzzing },
    'slow-paths': { about: 'costly requests, and what others wait meanwhile', run: attackBySlowPaths },
    load: { about: '500 connections without pause', run: attackByLoad },
    soak: { about: '200 runs at a time for minutes, and then far too many', run: attackBySoaking },
    streams: { about: 'readers of streams who are slow, or leave', run: attackWithStreams },
  },
  torture: {
    kills: { about: 'SIGKILL at random moments', run: attackByKills },
    'kills-of-replicas': { about: 'the same with two replicas *', run: attackByKillsOfReplicas },
    'kills-of-worker': { about: 'the same with the worker and its objects ****', run: attackByKillsOfWorker },
    suspension: { about: 'a replica is suspended for longer than its leases *', run: attackBySuspension },
    outage: { about: 'PostgreSQL goes away and returns **', run: attackByOutage },
    'disk-full': { about: 'the disk is full for a while, and at a start', run: attackWithFullDisk },
    'read-only': { about: 'the same with a read-only data folder', run: attackWithReadOnlyFolder },
    clock: { about: 'the clock jumps by hours ***', run: attackByClock },
    'clock-of-replica': { about: 'the same to one of two replicas * ***', run: attackByClockOfReplica },
    stop: { about: 'SIGTERM after a burst of requests', run: attackByStopping },
    'stop-of-replicas': {
      about: 'the same with two replicas, one at a time *',
      run: attackByStoppingReplicas,
    },
  },
}

import {
  closeSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { interleavings, number, orders, sum, upTo } from './tools.ts'

const SIGNALS: Record<string, number | undefined> = constants.signals

/** Operating systems and threads. */
export const concurrencyProofs: Proof[] = [
  prove(
    'arch-0074',
    /^The Unix file mode that grants (.+) to the owner and only (.+) to the group and others is (\d+)\.$/,
    (owner, others, mode) =>
      ((permission(owner) << 6) | (permission(others) << 3) | permission(others)) ===
      Number.parseInt(mode, 8),
  ),
  prove('arch-0073', /^The symbolic form of the Unix permission mode (\d+) is '(.+)'\.$/, (mode, symbols) => {
    const letters = [...mode].flatMap((digit) =>
      [...'rwx'].map((letter, place) => ((Number(digit) >> (2 - place)) & 1 ? letter : '-')),
    )
    return letters.join('') === symbols
  }),
  prove(
    'arch-0075',
    /^The mode of a new file requested with permissions (\d+) under a Unix umask of (\d+) is (\d+)\.$/,
    (requested, umask, mode) => (octal(requested) & ~octal(umask)) === octal(mode),
  ),
  prove(
    'arch-0077',
    /^The number of processes after (\w+) successive successful fork\(\) calls, .* is (\d+), the original included\.$/,
    (calls, count) => {
      let processes = ['original']
      for (let call = 0; call < number(calls); call++) {
        processes = processes.flatMap((parent) => [parent, `child of ${parent}`])
      }
      return processes.length === figure(count)
    },
  ),
  prove('arch-0081', /^The number of the signal (\w+) on Linux is (\d+)\.$/, (name, value) => {
    return SIGNALS[name] === figure(value)
  }),
  prove(
    'arch-0082',
    /^The two POSIX signals that a process can neither catch nor block nor ignore are (\w+) and (\w+)\.$/,
    (first, second) => !canCatch(first) && !canCatch(second) && canCatch('SIGUSR2'),
  ),
  prove(
    'arch-0083',
    /^The exit status that the bash shell reports for a command killed by (\w+) is (\d+)\.$/,
    (name, status) => 128 + SIGNALS[name]! === figure(status),
  ),
  prove(
    'arch-0088',
    /^After one of two hard links to a file is deleted, the contents remain accessible through the other link\.$/,
    () =>
      inTemporaryFile((file) => {
        linkSync(file, `${file}-link`)
        unlinkSync(file)
        return readFileSync(`${file}-link`, 'utf8') === 'kept'
      }),
  ),
  prove(
    'arch-0089',
    /^On POSIX systems a process that has a file open can still read the contents after the name of the file has been deleted\.$/,
    () =>
      inTemporaryFile((file) => {
        const descriptor = openSync(file, 'r')
        unlinkSync(file)
        const contents = readFileSync(descriptor, 'utf8')
        closeSync(descriptor)
        return contents === 'kept'
      }),
  ),
  prove(
    'arch-0091',
    /^The order of running jobs .* that minimises the mean waiting time is (shortest|longest) job first\.$/,
    (first) =>
      [
        [24, 3, 3],
        [5, 1, 9, 4],
        [2, 8, 7, 1, 6],
        [4, 4, 4],
      ].every((jobs) => {
        const chosen = [...jobs].sort((left, right) => (first === 'shortest' ? left - right : right - left))
        return totalWait(chosen) === Math.min(...orders(jobs).map(totalWait))
      }),
  ),
  prove(
    'arch-0094',
    /^The possible final values of a shared counter that starts at (\d+), after two threads each increment .*, are (\d+) and (\d+)\.$/,
    (start, ...values) => {
      const runs = interleavings(['load 0', 'store 0'], ['load 1', 'store 1'])
      const finals = new Set(runs.map((run) => incremented(run, figure(start))))
      return [...finals].sort().join() === values.map(figure).sort().join()
    },
  ),
  prove(
    'arch-0095',
    /^The smallest possible final value of a shared counter that starts at 0, after two threads each run (\d+) unsynchronised load-add-store increments, is (\d+)\.$/,
    (increments, smallest) => smallestCount(figure(increments)) === figure(smallest),
  ),
  prove(
    'arch-0096',
    /^The number of ways to interleave two threads of (\d+) atomic steps each is ([\d ]+)\.$/,
    (steps, count) => {
      const ways = upTo(figure(steps) + 1).map(() => 1)
      for (let row = 0; row < figure(steps); row++) {
        for (let column = 1; column < ways.length; column++) ways[column]! += ways[column - 1]!
      }
      return ways.at(-1) === figure(count)
    },
  ),
  prove(
    'arch-0099',
    /^(\w+) dining philosophers who each pick up the left fork first can deadlock, but no deadlock is possible when one of the (\w+) picks up the right fork first\.$/,
    (count, again) => {
      const leftFirst = upTo(number(count.toLowerCase())).map((seat, _, all) => [
        seat,
        (seat + 1) % all.length,
      ])
      const oneOther = leftFirst.map((forks, seat) => (seat === 0 ? [...forks].reverse() : forks))
      return count.toLowerCase() === again && canDeadlock(leftFirst) && !canDeadlock(oneOther)
    },
  ),
  prove(
    'arch-0108',
    /^Two threads that lock the mutexes (A) and (B) in opposite orders can deadlock, whereas two threads that both lock A before B cannot deadlock on A and B\.$/,
    (a, b) => {
      const locks = [a, b].map((name) => name.charCodeAt(0))
      return canDeadlock([locks, [...locks].reverse()]) && !canDeadlock([locks, locks])
    },
  ),
  prove(
    'arch-0100',
    /^A compare-and-swap \(CAS\) operation that expects the value A succeeds even when the value was changed from A to B and back to A in the meantime, .*\.$/,
    () => {
      const memory = new Int32Array(new SharedArrayBuffer(4))
      const [a, b, next] = [1, 2, 3]
      for (const value of [a, b, a]) Atomics.store(memory, 0, value)
      return Atomics.compareExchange(memory, 0, a, next) === a && memory[0] === next
    },
  ),
  prove(
    'arch-0103',
    /^Peterson's algorithm provides mutual exclusion for two threads with only shared reads and writes, given sequentially consistent memory\.$/,
    () => {
      const states = reachable({ at: [0, 0], wants: [false, false], turn: 0 }, petersonSteps)
      const inside = (state: Peterson) => state.at.filter((step) => step === 3).length
      return states.some((state) => inside(state) === 1) && states.every((state) => inside(state) <= 1)
    },
  ),
  prove(
    'arch-0104',
    /^Under sequential consistency, the threads '(.+)' and '(.+)', with x and y initially 0, cannot end with (r1) = (\d) and (r2) = (\d)\.$/,
    (first, second, left, leftValue, right, rightValue) =>
      interleavings(first.split('; '), second.split('; ')).every((run) => {
        const memory: Record<string, number> = { x: 0, y: 0 }
        for (const step of run) {
          const [target, source] = step.split(' = ')
          memory[target!] = memory[source!] ?? Number(source)
        }
        return memory[left] !== Number(leftValue) || memory[right] !== Number(rightValue)
      }),
  ),
  prove(
    'arch-0107',
    /^The number of threads that can be inside a section guarded by a counting semaphore initialised to (\d+) at the same time is at most (\d+)\.$/,
    (initial, most) => {
      const states = reachable({ free: figure(initial), inside: upTo(5).map(() => false) }, semaphoreSteps)
      return Math.max(...states.map(({ inside }) => inside.filter(Boolean).length)) === figure(most)
    },
  ),
]

function octal(mode: string): number {
  return Number.parseInt(mode, 8)
}

function permission(words: string): number {
  const bits: Record<string, number> = { read: 4, write: 2, execute: 1 }
  return sum(words.split(' and ').map((word) => bits[word]!))
}

/** Whether the system lets a handler be set for a signal. */
function canCatch(name: string): boolean {
  const handler = () => {}
  try {
    process.on(name, handler)
    process.off(name, handler)
    return true
  } catch {
    return false
  }
}

function inTemporaryFile(holds: (file: string) => boolean): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'axiom-'))
  try {
    writeFileSync(join(folder, 'file'), 'kept')
    return holds(join(folder, 'file'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** How long jobs run one after the other wait in all. */
function totalWait(jobs: number[]): number {
  return sum(jobs.map((_, place) => sum(jobs.slice(0, place))))
}

function incremented(run: string[], start: number): number {
  const loaded = [start, start]
  let counter = start
  for (const step of run) {
    const [action, thread] = step.split(' ')
    if (action === 'load') loaded[Number(thread)] = counter
    else counter = loaded[Number(thread)]! + 1
  }
  return counter
}

/** The least that two threads can leave in a counter, over every order of their loads and stores. */
function smallestCount(increments: number): number {
  const finals: number[] = []
  const seen = new Set<number>()
  const size = 2 * increments + 1
  // Where each thread stands (odd: between load and store), what it has loaded, and the counter.
  const open: number[][] = [[0, 0, 0, 0, 0]]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const key = state.reduce((code, part) => code * size + part, 0)
    if (seen.has(key)) continue
    seen.add(key)
    const counter = state[4]!
    if (state[0] === 2 * increments && state[1] === 2 * increments) finals.push(counter)
    for (const thread of [0, 1]) {
      const step = state[thread]!
      if (step === 2 * increments) continue
      const next = [...state]
      next[thread] = step + 1
      next[2 + thread] = step % 2 === 0 ? counter : 0
      if (step % 2 === 1) next[4] = state[2 + thread]! + 1
      open.push(next)
    }
  }
  return Math.min(...finals)
}

/** Every state that some order of steps leads to. */
function reachable<State>(start: State, steps: (state: State) => State[]): State[] {
  const found = new Map([[JSON.stringify(start), start]])
  for (const state of found.values()) {
    for (const next of steps(state))
      if (!found.has(JSON.stringify(next))) found.set(JSON.stringify(next), next)
  }
  return [...found.values()]
}

/** Whether threads that take their locks one by one and then free all can come to wait for each other for ever. */
function canDeadlock(wanted: number[][]): boolean {
  const steps = (held: number[]): number[][] =>
    wanted.flatMap((locks, thread) => {
      const next = locks[held[thread]!]
      const taken = wanted.some((others, other) => others.slice(0, held[other]).includes(next!))
      if (next !== undefined && taken) return []
      return [held.with(thread, next === undefined ? 0 : held[thread]! + 1)]
    })
  return reachable(
    wanted.map(() => 0),
    steps,
  ).some((held) => steps(held).length === 0)
}

interface Peterson {
  at: number[]
  wants: boolean[]
  turn: number
}

/** One read or write of either thread: it wants to enter (0), lets the other go first (1), waits (2, 4), is inside (3). */
function petersonSteps({ at, wants, turn }: Peterson): Peterson[] {
  return [0, 1].flatMap((me): Peterson[] => {
    const other = 1 - me
    if (at[me] === 0) return [{ at: at.with(me, 1), wants: wants.with(me, true), turn }]
    if (at[me] === 1) return [{ at: at.with(me, 2), wants, turn: other }]
    if (at[me] === 3) return [{ at: at.with(me, 0), wants: wants.with(me, false), turn }]
    if (at[me] === 2) return [{ at: at.with(me, wants[other] ? 4 : 3), wants, turn }]
    return [{ at: at.with(me, turn === other ? 2 : 3), wants, turn }]
  })
}

function semaphoreSteps({ free, inside }: { free: number; inside: boolean[] }) {
  return inside.flatMap((isInside, thread) => {
    if (isInside) return [{ free: free + 1, inside: inside.with(thread, false) }]
    return free > 0 ? [{ free: free - 1, inside: inside.with(thread, true) }] : []
  })
}

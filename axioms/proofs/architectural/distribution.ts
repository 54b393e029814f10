import { figure, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { formula, misses, number, seeded, sequences, subsets, sum, upTo } from './tools.ts'

/** Distributed systems and performance. */
export const distributionProofs: Proof[] = [
  prove('arch-0004', /^The size of a majority quorum in a cluster of n voting nodes is (.+)\.$/, (size) =>
    [1, 2, 3, 4, 5, 6, 7].every((n) => formula(size, { n }) === smallestMeeting(n)),
  ),
  prove(
    'arch-0005',
    /^The Lamport timestamp of an event is (smaller) than the timestamp of every event that causally follows\.$/,
    () => history(40).every(({ time, follows }) => follows.every((earlier) => earlier.time < time)),
  ),
  prove(
    'arch-0143',
    /^Every read quorum of R replicas overlaps every write quorum of W replicas among N replicas exactly when (R \+ W) > (N)\.$/,
    (left, right) =>
      [1, 2, 3, 4, 5].every((N) =>
        sequences(upTo(N), 2).every(([r, w]) => {
          const [R, W] = [r! + 1, w! + 1]
          return alwaysMeet(N, R, W) === formula(left, { R, W, N }) > formula(right, { R, W, N })
        }),
      ),
  ),
  prove(
    'arch-0144',
    /^The number of crashed servers that a Raft or Paxos cluster of (\w+) voting servers can tolerate while still making progress is (\w+)\.$/,
    (servers, tolerated) => number(servers) - smallestMeeting(number(servers)) === number(tolerated),
  ),
  prove(
    'arch-0145',
    /^In the Raft consensus algorithm, at most (\w+) leader can be elected in a given term\.$/,
    (most) => {
      // Each of five servers votes for one of three candidates or for none.
      const leaders = sequences([0, 1, 2, undefined], 5).map(
        (votes) =>
          [0, 1, 2].filter((candidate) => votes.filter((vote) => vote === candidate).length > 5 / 2).length,
      )
      return Math.max(...leaders) === number(most)
    },
  ),
  prove(
    'arch-0147',
    /^The events with vector clocks \[(.+)\] and \[(.+)\] are concurrent\.$/,
    (first, second) => {
      const [left, right] = [first, second].map((vector) => vector.split(', ').map(Number))
      const comparesAsCausal = history(30).every((event, _, all) =>
        all.every((other) => isBefore(other.vector, event.vector) === event.follows.includes(other)),
      )
      return comparesAsCausal && !isBefore(left!, right!) && !isBefore(right!, left!)
    },
  ),
  prove(
    'arch-0148',
    /^The merge of two replicas of a grow-only counter .* is the element-wise (\w+), which is commutative, associative and idempotent\.$/,
    (operation) => {
      const combine: Record<string, (a: number, b: number) => number> = {
        maximum: Math.max,
        sum: (a, b) => a + b,
      }
      const merge = (a: number[], b: number[]) =>
        a.map((value, place) => combine[operation]!(value, b[place]!))
      const counters = sequences([0, 1, 2], 2)
      return counters.every((a) =>
        counters.every((b) =>
          counters.every(
            (c) =>
              `${merge(a, b)}` === `${merge(b, a)}` &&
              `${merge(merge(a, b), c)}` === `${merge(a, merge(b, c))}` &&
              `${merge(a, a)}` === `${a}`,
          ),
        ),
      )
    },
  ),
  prove(
    'arch-0151',
    /^Setting a value to (\d+) is an idempotent operation, whereas adding (\d+) to a value is not\.$/,
    (set, added) => {
      const isIdempotent = (act: (value: number) => number) => upTo(20).every((x) => act(act(x)) === act(x))
      return isIdempotent(() => figure(set)) && !isIdempotent((x) => x + figure(added))
    },
  ),
  prove(
    'arch-0155',
    /^The expected share of keys that move when consistent hashing grows from (\d+) to (\d+) equally weighted nodes is (\d+) %\.$/,
    (before, after, share) => {
      const random = seeded(3)
      const moved = upTo(5000).map(() => {
        const added = random()
        const gaps = upTo(figure(before)).map(() => (added - random() + 1) % 1)
        return Math.min(...gaps)
      })
      const percent = (100 * sum(moved)) / moved.length
      return figure(after) === figure(before) + 1 && Math.abs(percent - figure(share)) < 0.4
    },
  ),
  prove(
    'arch-0156',
    /^The share of evenly spread integer keys that change node when placement by key modulo the node count grows from (\d+) to (\d+) nodes is approximately (\S+) %\.$/,
    (before, after, share) => {
      const keys = upTo(figure(before) * figure(after))
      const moved = keys.filter((key) => key % figure(before) !== key % figure(after))
      return isRounded((100 * moved.length) / keys.length, share)
    },
  ),
  prove(
    'arch-0162',
    /^The total waiting time of (\w+) retries with exponential backoff that starts at (\d+) milliseconds and doubles each time is ([\d ]+) milliseconds\.$/,
    (retries, start, total) => {
      let [delay, waited] = [figure(start), 0]
      for (const _ of upTo(number(retries))) {
        waited += delay
        delay += delay
      }
      return waited === figure(total)
    },
  ),
  prove(
    'arch-0022',
    /^The speedup .* Amdahl's law, with parallel fraction p on n processors, is (\S.*)\.$/,
    (speedup) =>
      [1, 2, 4, 10].every((n) =>
        [0, 0.2, 0.6, 1].every((p) => {
          const [parallel, alone] = [Math.round(100 * p), 100 - Math.round(100 * p)]
          const time = alone + Math.max(...shared(parallel, n))
          return isClose(100 / time, formula(speedup, { p, n }))
        }),
      ),
  ),
  prove(
    'arch-0164',
    /^The scaled speedup under Gustafson's law, with serial fraction s of the parallel run time on n processors, is (\S.*)\.$/,
    (speedup) =>
      [1, 2, 8, 64].every((n) =>
        [0, 0.25, 0.5, 1].every((s) => {
          const parallelRun = upTo(n).map((processor) => (processor === 0 ? 1 : 1 - s))
          return isClose(sum(parallelRun), formula(speedup, { s, n }))
        }),
      ),
  ),
  prove(
    'arch-0023',
    /^The long-run average number of items in a stable queueing system is the average arrival rate (times) the average time an item spends in the system\.$/,
    () => {
      const visits = queue({ customers: 2000, arrivalRate: 0.8, serviceRate: 1 })
      const end = Math.max(...visits.map(({ leaves }) => leaves))
      const changes = visits.flatMap(({ comes, leaves }) => [
        { at: comes, by: 1 },
        { at: leaves, by: -1 },
      ])
      let [inside, area, last] = [0, 0, 0]
      for (const { at, by } of changes.sort((left, right) => left.at - right.at)) {
        area += inside * (at - last)
        inside += by
        last = at
      }
      const meanStay = sum(visits.map(({ comes, leaves }) => leaves - comes)) / visits.length
      return isClose(area / end, (visits.length / end) * meanStay, 1e-9)
    },
  ),
  prove(
    'arch-0165',
    /^The mean time that a customer spends in an M\/M\/1 queue with arrival rate lambda and service rate mu, for lambda < mu, is (\S.*)\.$/,
    (mean) =>
      [0.3, 0.6].every((lambda) => {
        const visits = queue({ customers: 40_000, arrivalRate: lambda, serviceRate: 1 })
        const meanStay = sum(visits.map(({ comes, leaves }) => leaves - comes)) / visits.length
        return isClose(meanStay, formula(mean, { lambda, mu: 1 }), 0.05)
      }),
  ),
  prove(
    'arch-0167',
    /^The average of the (\d+)th percentile latencies of several servers is in general not the \1th percentile latency of all requests together\.$/,
    (rank) => {
      const percentile = (values: number[]) =>
        values.toSorted((left, right) => left - right)[Math.ceil((figure(rank) / 100) * values.length) - 1]!
      const servers = [upTo(1000), upTo(1000).map((latency) => 10 * latency)]
      return !isClose(sum(servers.map(percentile)) / 2, percentile(servers.flat()), 0.01)
    },
  ),
  prove(
    'arch-0168',
    /^The probability that at least one of (\d+) independent parallel requests is slower than the (\d+)th percentile is approximately (\S+) %\.$/,
    (requests, rank, probability) =>
      isRounded(100 * (1 - (figure(rank) / 100) ** figure(requests)), probability),
  ),
  prove(
    'arch-0169',
    /^The average speed of transferring one half of the data at (\d+) MB\/s and the other half at (\d+) MB\/s is (\d+) MB\/s\.$/,
    (first, second, average) => isClose(2 / (1 / figure(first) + 1 / figure(second)), figure(average)),
  ),
  prove(
    'arch-0171',
    /^A random access to a hard disk takes on the order of (\d+) milliseconds, approximately ([\d ]+) times the (\d+) nanoseconds of a main memory access\.$/,
    (milliseconds, times, nanoseconds) =>
      isClose((figure(milliseconds) * 1e-3) / (figure(nanoseconds) * 1e-9), figure(times)),
  ),
  prove(
    'arch-0172',
    /^The minimum round-trip time over ([\d ]+) km of optical fibre, with signals at two thirds of the speed of light in vacuum, is approximately (\d+) milliseconds\.$/,
    (kilometres, milliseconds) =>
      isRounded((1000 * 2 * figure(kilometres)) / ((299_792.458 * 2) / 3), milliseconds),
  ),
  prove(
    'arch-0189',
    /^The minimum time to transfer a file of (\d+) GB over a (\d+) Mbit\/s line is (\d+) seconds\.$/,
    (size, rate, seconds) => (figure(size) * 1e9 * 8) / (figure(rate) * 1e6) === figure(seconds),
  ),
  prove(
    'arch-0173',
    /^A '.*' \((\w+)\) cache with room for (\d+) items gets no hits at all on repeated cyclic scans of (\d+) items\.$/,
    (policy, room, items) => {
      const requests = upTo(5 * figure(items)).map((request) => request % figure(items))
      return misses(requests, { policy, room: figure(room) }) === requests.length
    },
  ),
  prove(
    'arch-0175',
    /^The maximum number of requests that a token bucket with capacity (\d+) and a refill rate of (\d+) tokens per second admits in any (\d+) seconds is (\d+)\.$/,
    (capacity, rate, seconds, most) => {
      // Every request that finds a token goes through, from a full bucket on.
      let [tokens, admitted] = [figure(capacity), 0]
      for (let tick = 0; tick <= figure(rate) * figure(seconds); tick++) {
        if (tick > 0) tokens = Math.min(figure(capacity), tokens + 1)
        admitted += tokens
        tokens = 0
      }
      return admitted === figure(most)
    },
  ),
  prove(
    'arch-0176',
    /^The maximum number of requests that a fixed-window rate limit of (\d+) per minute can admit within some period of (\d+) seconds is (\d+)\.$/,
    (limit, period, most) => {
      // A burst at one second of each of three windows; the most that any such period sees.
      const bursts = sequences([0, 1, 29, 30, 58, 59], 3).map((at) =>
        at.map((second, window) => 60 * window + second),
      )
      const seen = bursts.flatMap((times) =>
        times.map((from) => times.filter((time) => time >= from && time < from + figure(period)).length),
      )
      return Math.max(...seen) * figure(limit) === figure(most)
    },
  ),
]

/** Whether each set of one size shares a member with each set of another, of n. */
function alwaysMeet(n: number, size: number, otherSize: number): boolean {
  return subsets(upTo(n), size).every((left) =>
    subsets(upTo(n), otherSize).every((right) => left.some((member) => right.includes(member))),
  )
}

/** The smallest size of which any two sets of n meet. */
function smallestMeeting(n: number): number {
  return upTo(n + 1).find((size) => size > 0 && alwaysMeet(n, size, size))!
}

interface Happening {
  process: number
  time: number
  vector: number[]
  follows: Happening[]
}

/** Events of three processes, some of which receive a message that an earlier event sent. */
function history(length: number): Happening[] {
  const random = seeded(11)
  const events: Happening[] = []
  for (const _ of upTo(length)) {
    const process = Math.floor(random() * 3)
    const own = events.findLast((event) => event.process === process)
    const sent = random() < 0.4 ? events[Math.floor(random() * events.length)] : undefined
    const causes = [own, sent].filter((cause) => cause !== undefined)
    const vector = [0, 1, 2].map((at) => Math.max(0, ...causes.map((cause) => cause.vector[at]!)))
    events.push({
      process,
      time: Math.max(0, ...causes.map((cause) => cause.time)) + 1,
      vector: vector.with(process, vector[process]! + 1),
      follows: [...new Set(causes.flatMap((cause) => [cause, ...cause.follows]))],
    })
  }
  return events
}

function isBefore(left: number[], right: number[]): boolean {
  return left.every((value, at) => value <= right[at]!) && left.some((value, at) => value < right[at]!)
}

/** Units of work dealt out evenly. */
function shared(units: number, processors: number): number[] {
  return upTo(processors).map(
    (processor) => (units * (processor + 1)) / processors - (units * processor) / processors,
  )
}

/** When customers come to and leave one server, first come first served. */
function queue({
  customers,
  arrivalRate,
  serviceRate,
}: {
  customers: number
  arrivalRate: number
  serviceRate: number
}) {
  const random = seeded(42)
  const wait = (rate: number) => -Math.log(1 - random()) / rate
  let [now, free] = [0, 0]
  return upTo(customers).map(() => {
    now += wait(arrivalRate)
    free = Math.max(now, free) + wait(serviceRate)
    return { comes: now, leaves: free }
  })
}

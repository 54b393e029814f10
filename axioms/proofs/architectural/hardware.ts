import { endianness } from 'node:os'
import { figure, isClose, isRounded, whole } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { formula, misses, number, seeded, sequences, subsets, sum, upTo } from './tools.ts'

/** Processors, memory and storage. */
export const hardwareProofs: Proof[] = [
  prove('arch-0012', /^The byte order of x86-64 processors is (little|big)-endian\.$/, (order) => {
    return process.arch !== 'x64' || endianness() === { little: 'LE', big: 'BE' }[order]
  }),
  prove('arch-0025', /^The ideal speedup of a k-stage .* of n instructions, .* is (\S.*)\.$/, (speedup) =>
    [1, 2, 5, 40].every((n) =>
      [1, 4, 5, 14].every((k) => isClose((n * k) / pipelinedCycles(n, k), formula(speedup, { n, k }))),
    ),
  ),
  prove(
    'arch-0027',
    /^The number of (32)-bit floating-point values that one (\d+)-bit SIMD register .* holds is (\d+)\.$/,
    (width, register, count) =>
      new Float32Array(figure(count)).byteLength * 8 === figure(register) &&
      Float32Array.BYTES_PER_ELEMENT * 8 === figure(width),
  ),
  prove(
    'arch-0031',
    /^The number of sets in a (\d+) KiB .* cache with (\d+)-byte lines and (\d+) ways is (\d+)\.$/,
    (size, line, ways, count) => (figure(size) * 1024) / figure(line) / figure(ways) === figure(count),
  ),
  prove(
    'arch-0032',
    /^The average memory access time .* is the hit time plus the miss rate times the miss penalty, for example (\d+) ns with a (\d+) ns hit, a (\d+) % miss rate and a (\d+) ns penalty\.$/,
    (average, hit, missRate, penalty) => {
      const isMiss = (access: number) => access % 100 < figure(missRate)
      const times = upTo(1000).map((access) => figure(hit) + (isMiss(access) ? figure(penalty) : 0))
      return sum(times) / times.length === figure(average)
    },
  ),
  prove(
    'arch-0034',
    /^The execution time .* divided by the clock frequency, so (\S+ x \S+) instructions at a CPI of (\S+) and (\d+) GHz take (\d+) seconds\.$/,
    (count, cycles, gigahertz, seconds) =>
      isClose((figure(count) * figure(cycles)) / (figure(gigahertz) * 1e9), figure(seconds)),
  ),
  prove(
    'arch-0035',
    /^The duration of one clock cycle at a frequency of (\d+) GHz is (\S+) nanoseconds\.$/,
    (gigahertz, nanoseconds) => isClose(1e9 / (figure(gigahertz) * 1e9), figure(nanoseconds)),
  ),
  prove(
    'arch-0039',
    /^The size of an address space with (\d+)-bit virtual addresses, as in four-level x86-64 paging, is (\d+) TiB\.$/,
    (bits, size) => 2n ** whole(bits) === whole(size) * 1024n ** 4n,
  ),
  prove(
    'arch-0040',
    /^The number of bytes that (\d+)-bit byte addresses can distinguish is ([\d ]+), which is (\d+) GiB\.$/,
    (bits, bytes, size) => 2n ** whole(bits) === whole(bytes) && whole(bytes) === whole(size) * 1024n ** 3n,
  ),
  prove(
    'arch-0041',
    /^The number of (\d+)-byte entries in a (\d+) KiB page table is (\d+), so each level of x86-64 paging translates (\d+) bits of the virtual address\.$/,
    (entry, table, count, bits) =>
      (figure(table) * 1024) / figure(entry) === figure(count) && 2 ** figure(bits) === figure(count),
  ),
  prove(
    'arch-0045',
    /^The number of page faults of first-in first-out \((FIFO)\) replacement on the reference string ([\d ]+), starting empty, is (\d+) with (\w+) frames and (\d+) with (\w+) frames\.$/,
    (policy, string, few, fewFrames, many, manyFrames) => {
      const faults = (frames: string) =>
        misses(string.split(' ').map(Number), { policy, room: number(frames) })
      return faults(fewFrames) === figure(few) && faults(manyFrames) === figure(many)
    },
  ),
  prove(
    'arch-0046',
    /^Under '.*' \((\w+)\) page replacement, adding page frames never increases the number of page faults on the same reference string\.$/,
    (policy) =>
      // The string of Belady's anomaly and every short one.
      [[1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5], ...sequences([1, 2, 3, 4], 6)].every((string) =>
        [1, 2, 3].every(
          (room) => misses(string, { policy, room: room + 1 }) <= misses(string, { policy, room }),
        ),
      ),
  ),
  prove(
    'arch-0047',
    /^Evicting the page whose next use lies (farthest|nearest) in the future gives the smallest possible number of page faults for a given reference string and number of frames\.$/,
    (which) =>
      sequences([1, 2, 3, 4], 5).every((string) =>
        [2, 3].every((frames) => clairvoyantFaults(string, frames, which) === fewestFaults(string, frames)),
      ),
  ),
  prove(
    'arch-0050',
    /^The number of check bits that a Hamming code extended for single-error correction and double-error detection \(SECDED\) needs for (\d+) data bits is (\d+)\.$/,
    (data, check) => {
      // The syndrome must name each bit or none; one more bit makes the parity of the whole even.
      const syndrome = upTo(20).find((bits) => 2 ** bits >= figure(data) + bits + 1)
      return syndrome! + 1 === figure(check)
    },
  ),
  prove(
    'arch-0052',
    /^The peak transfer rate of a (\d+)-bit memory channel with DDR4-(\d+) modules \(([\d ]+) million transfers per second\) is (\S+) GB\/s\.$/,
    (width, name, transfers, rate) =>
      name === transfers.replace(' ', '') &&
      isClose((figure(width) / 8) * figure(transfers) * 1e6, figure(rate) * 1e9),
  ),
  prove(
    'arch-0054',
    /^Pure reference counting cannot reclaim objects that refer to each other in a cycle\.$/,
    () => {
      const chain = { a: ['b'], b: ['c'], c: [] }
      const cycle = { a: ['b'], b: ['c'], c: ['a'] }
      return leftByCounting(chain, 'a').length === 0 && leftByCounting(cycle, 'a').length === 3
    },
  ),
  prove('arch-0016', /^The number of bytes in one kibibyte \(KiB\) is ([\d ]+)\.$/, (bytes) => {
    return whole(bytes) === 2n ** 10n
  }),
  prove(
    'arch-0055',
    /^The number of bytes in one gibibyte \(GiB\) is ([\d ]+), approximately (\S+) % more than in one gigabyte \(GB\)\.$/,
    (bytes, more) => whole(bytes) === 2n ** 30n && isRounded((figure(bytes) / 1e9 - 1) * 100, more),
  ),
  prove(
    ['arch-0056', 'arch-0057'],
    /^The usable capacity of a RAID ([56]) array of (\w+) (\d+) TB disks is (\d+) TB\.$/,
    (level, disks, size, usable) => {
      const checks: Record<string, number> = { 5: 1, 6: 2 }
      return (number(disks) - checks[level]!) * figure(size) === figure(usable)
    },
  ),
  prove(
    'arch-0017',
    /^The maximum number of simultaneous disk failures .* RAID 5 .* loss is (\w+)\.$/,
    (count) => {
      const stripes = sequences([0, 1], 3).map((data) => [
        ...data,
        data.reduce((left, right) => left ^ right),
      ])
      return survivedLosses(stripes) === number(count)
    },
  ),
  prove('arch-0018', /^The redundancy of a RAID 0 array is (\w+)\.$/, (redundancy) => {
    return survivedLosses(sequences([0, 1], 4)) === number(redundancy)
  }),
  prove(
    'arch-0058',
    /^A RAID 10 array of (\w+) disks in two mirrored pairs survives (\d+) of the (\d+) possible combinations of two failed disks\.$/,
    (disks, survived, all) => {
      const failures = subsets(upTo(number(disks)), 2)
      const pairOf = (disk: number) => Math.floor(disk / 2)
      const harmless = failures.filter(([first, second]) => pairOf(first!) !== pairOf(second!))
      return failures.length === figure(all) && harmless.length === figure(survived)
    },
  ),
  prove(
    'arch-0059',
    /^The content of a lost block of a RAID 5 stripe is the bitwise .* \((XOR|OR|AND)\) of the remaining blocks of the stripe, parity included\.$/,
    (operation) => {
      const combine = { XOR: (a: number, b: number) => a ^ b, OR: (a: number, b: number) => a | b }[operation]
      if (combine === undefined) return false
      const random = seeded(5)
      return upTo(200).every(() => {
        const data = upTo(4).map(() => Math.floor(random() * 256))
        const stripe = [...data, data.reduce(combine)]
        return stripe.every(
          (lost, place) => stripe.filter((_, other) => other !== place).reduce(combine) === lost,
        )
      })
    },
  ),
  prove(
    'arch-0060',
    /^The probability that a RAID 0 array of (\w+) disks loses data .* fails with probability (\d+) % in that year, is approximately (\S+) %\.$/,
    (disks, percent, loss) => {
      const outcomes = sequences([true, false], number(disks)).filter((fails) => fails.includes(true))
      const chance = (fails: boolean) => (fails ? figure(percent) / 100 : 1 - figure(percent) / 100)
      return isRounded(
        100 * sum(outcomes.map((fails) => fails.reduce((p, fail) => p * chance(fail), 1))),
        loss,
      )
    },
  ),
  prove(
    'arch-0061',
    /^The storage taken by an erasure code with (\d+) data blocks and (\d+) parity blocks is (\S+) times the data, against (\d+) times for triple replication\.$/,
    (data, parity, factor, copies) =>
      isClose((figure(data) + figure(parity)) / figure(data), figure(factor)) &&
      Array(3).fill('copy').length === figure(copies),
  ),
  prove(
    'arch-0062',
    /^The average rotational latency of a hard disk at ([\d ]+) revolutions per minute is approximately (\S+) milliseconds\.$/,
    (speed, latency) => {
      const turn = 60_000 / figure(speed)
      const waits = upTo(1000).map((angle) => ((angle + 0.5) / 1000) * turn)
      return isRounded(sum(waits) / waits.length, latency)
    },
  ),
  prove(
    'arch-0064',
    /^The number of charge levels that a triple-level cell .* must distinguish is (\d+)\.$/,
    (levels) => {
      return sequences([0, 1], 3).length === figure(levels)
    },
  ),
  prove(
    'arch-0070',
    /^The maximum size of a file on a FAT32 file system is ([\d ]+) bytes, one byte less than (\d+) GiB\.$/,
    (bytes, size) =>
      figure(bytes) === new Uint32Array([-1])[0] && whole(bytes) + 1n === whole(size) * 1024n ** 3n,
  ),
  prove(
    'arch-0072',
    /^The annual failure probability .* \(MTBF\) of ([\d ]+) hours is approximately (\S+) %\.$/,
    (hours, probability) => isRounded(100 * (1 - (1 - 1 / figure(hours)) ** (365 * 24)), probability),
  ),
]

/** The cycles until the last of n instructions has left the last of k stages, one stage a cycle. */
function pipelinedCycles(n: number, k: number): number {
  const freeAt: number[] = upTo(k).map(() => 0)
  let done = 0
  for (let instruction = 0; instruction < n; instruction++) {
    done = 0
    for (let stage = 0; stage < k; stage++) {
      done = Math.max(done, freeAt[stage]!) + 1
      freeAt[stage] = done
    }
  }
  return done
}

/** The page faults of evicting by the next use. */
function clairvoyantFaults(string: number[], frames: number, which: string): number {
  let kept: number[] = []
  let faults = 0
  string.forEach((page, now) => {
    if (kept.includes(page)) return
    faults++
    if (kept.length === frames) {
      const nextUse = (other: number) => [...string.slice(now), other].indexOf(other)
      const inOrder = [...kept].sort((left, right) => nextUse(left) - nextUse(right))
      const victim = which === 'farthest' ? inOrder.at(-1) : inOrder[0]
      kept = kept.filter((other) => other !== victim)
    }
    kept.push(page)
  })
  return faults
}

/** The fewest page faults of any choice of victims. */
function fewestFaults([page, ...rest]: number[], frames: number, kept: number[] = []): number {
  if (page === undefined) return 0
  if (kept.includes(page)) return fewestFaults(rest, frames, kept)
  if (kept.length < frames) return 1 + fewestFaults(rest, frames, [...kept, page])
  const afterEach = kept.map((_, victim) => [...kept.filter((_, other) => other !== victim), page])
  return 1 + Math.min(...afterEach.map((next) => fewestFaults(rest, frames, next)))
}

/** How many disks can always be lost and the rest still tell which stripe was written. */
function survivedLosses(stripes: number[][]): number {
  const disks = upTo(stripes[0]!.length)
  const survives = (lost: number) =>
    subsets(disks, disks.length - lost).every((left) => {
      const views = new Set(stripes.map((stripe) => left.map((disk) => stripe[disk]).join()))
      return views.size === stripes.length
    })
  return Math.max(...disks.filter(survives))
}

/** The objects that counting references leaves behind when the only reference to one from outside goes. */
function leftByCounting(references: Record<string, string[]>, dropped: string): string[] {
  const left = new Map(Object.entries(references))
  const isReferred = (object: string) => [...left.values()].some((targets) => targets.includes(object))
  const free = (object: string) => {
    if (!left.has(object) || isReferred(object)) return
    const targets = left.get(object)!
    left.delete(object)
    targets.forEach(free)
  }
  free(dropped)
  return [...left.keys()]
}

import { createHash } from 'node:crypto'
import { figure, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { formula, seeded, sequences, subsets, sum, upTo } from './tools.ts'

/** Reliability, software and version control. */
export const operationProofs: Proof[] = [
  prove(
    ['arch-0024', 'arch-0180'],
    /^The downtime allowed by (\S+) % availability over (?:a year of )?(\d+) days is (?:approximately )?(\S+) minutes\.$/,
    (availability, days, minutes) =>
      isRounded((1 - figure(availability) / 100) * figure(days) * 24 * 60, minutes),
  ),
  prove(
    'arch-0177',
    /^The steady-state availability of a repairable system is (\S.*), for example (\S+) % with a mean time to failure \(MTTF\) of (\d+) hours and a mean time to repair \(MTTR\) of (\d+) hour\.$/,
    (availability, percent, up, down) => {
      const hours = upTo(10 * (figure(up) + figure(down))).map((hour) => hour % (figure(up) + figure(down)))
      const working = hours.filter((hour) => hour < figure(up)).length / hours.length
      const stated = formula(availability, { MTTF: figure(up), MTTR: figure(down) })
      return isClose(working, stated) && isClose(100 * working, figure(percent))
    },
  ),
  prove(
    'arch-0178',
    /^The availability of a service that needs two independent components, each available (\d+) % of the time, is (\S+) %\.$/,
    (each, both) =>
      isClose(
        chanceThat(2, figure(each) / 100, (up) => up === 2),
        figure(both) / 100,
      ),
  ),
  prove(
    'arch-0179',
    /^The availability of two independent redundant components, either of which suffices, each available (\d+) % of the time, is (\S+) %\.$/,
    (each, either) =>
      isClose(
        chanceThat(2, figure(each) / 100, (up) => up >= 1),
        figure(either) / 100,
      ),
  ),
  prove(
    'arch-0181',
    /^The error budget of a service level objective \(SLO\) of (\S+) % over ([\d ]+) requests is ([\d ]+) failed requests\.$/,
    (objective, requests, failed) =>
      isClose(figure(requests) - (figure(objective) / 100) * figure(requests), figure(failed), 1e-9),
  ),
  prove(
    'arch-0184',
    /^The probability that a component with a constant failure rate survives for a time equal to its mean time to failure is approximately (\S+) %\.$/,
    (probability) => {
      // Failing with the same small chance in each of many short steps, as many as make the mean.
      const steps = 1_000_000
      return isRounded(100 * (1 - 1 / steps) ** steps, probability)
    },
  ),
  prove(
    'arch-0185',
    /^The reliability of triple modular redundancy with a perfect voter and independent modules of reliability r is (\S.*)\.$/,
    (reliability) =>
      [0, 0.3, 0.5, 0.9, 1].every((r) =>
        isClose(
          chanceThat(3, r, (working) => working >= 2),
          formula(reliability, { r }),
        ),
      ),
  ),
  prove(
    'arch-0195',
    /^The number of design patterns in .* is (\d+), of which (\d+) are creational, (\d+) structural and (\d+) behavioural\.$/,
    (all, ...parts) => sum(parts.map(figure)) === figure(all),
  ),
  prove(
    'arch-0202',
    /^The cyclomatic complexity of a single routine whose control-flow graph has E edges and N nodes is (\S.*)\.$/,
    (complexity) => {
      const random = seeded(23)
      return upTo(100).every(() => {
        const { edges: E, nodes: N, decisions } = routine(random)
        return formula(complexity, { E, N }) === decisions + 1
      })
    },
  ),
  prove(
    'arch-0221',
    /^The number of pairwise communication channels in a team of (\d+) people is (\d+)\.$/,
    (people, channels) => subsets(upTo(figure(people)), 2).length === figure(channels),
  ),
  prove(
    'arch-0235',
    /^The number of hexadecimal digits in a full (SHA-1) commit ID of Git is (\d+)\.$/,
    (hash, digits) => {
      return (
        createHash(hash.replace('-', '').toLowerCase()).update('').digest('hex').length === figure(digits)
      )
    },
  ),
  prove(
    ['arch-0236', 'arch-0237'],
    /^The SHA-1 object ID of (?:an|the) empty (?:file \()?(blob|tree)\)? in Git is (\w+)\.$/,
    (type, id) => createHash('sha1').update(`${type} 0\0`).digest('hex') === id,
  ),
  prove(
    'arch-0217',
    /^Under Semantic Versioning 2\.0\.0, version (\S+) has higher precedence than version (\S+)\.$/,
    (higher, lower) => comesBefore(lower, higher) && !comesBefore(higher, lower),
  ),
  prove(
    'arch-0218',
    /^A pre-release such as (\S+) comes before the release (\S+) in the order of Semantic Versioning \(SemVer\) 2\.0\.0\.$/,
    (lower, higher) => comesBefore(lower, higher) && !comesBefore(higher, lower),
  ),
  prove(
    'arch-0248',
    /^The largest number of tests that a binary search such as 'git bisect' needs to find the first bad commit among ([\d ]+) candidates in a linear history is (\d+)\.$/,
    (candidates, most) =>
      Math.max(...upTo(figure(candidates)).map((bad) => tests(bad, figure(candidates)))) === figure(most),
  ),
]

/** The chance that the number of components up, of some that are each up independently, is as wanted. */
function chanceThat(components: number, up: number, wanted: (count: number) => boolean): number {
  const outcomes = sequences([true, false], components).filter((state) =>
    wanted(state.filter(Boolean).length),
  )
  return sum(outcomes.map((state) => state.reduce((chance, isUp) => chance * (isUp ? up : 1 - up), 1)))
}

/** A routine grown at random from one straight step, each growth putting a step, a branch or a loop on an edge. */
function routine(random: () => number): { edges: number; nodes: number; decisions: number } {
  const edges: [number, number][] = [[0, 1]]
  let [nodes, decisions] = [2, 0]
  for (const _ of upTo(Math.floor(random() * 12))) {
    const [[from, to]] = edges.splice(Math.floor(random() * edges.length), 1) as [[number, number]]
    const [first, second] = [nodes, nodes + 1]
    const kind = Math.floor(random() * 3)
    if (kind === 0) {
      edges.push([from, first], [first, to])
      nodes += 1
    } else {
      // A branch has a second way on, a loop a way back.
      edges.push([from, first], [first, second], kind === 1 ? [first, second] : [second, first], [second, to])
      nodes += 2
      decisions += 1
    }
  }
  return { edges: edges.length, nodes, decisions }
}

/** The tests that halving takes to find the first bad of some commits, the last of which is known to be bad. */
function tests(firstBad: number, candidates: number): number {
  let [low, high, count] = [0, candidates - 1, 0]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (middle >= firstBad) high = middle
    else low = middle + 1
    count++
  }
  return count
}

/** Whether one version has lower precedence than another, by rule 11 of Semantic Versioning 2.0.0. */
function comesBefore(left: string, right: string): boolean {
  const [leftParts, rightParts] = [left, right].map((version) => {
    const [core = '', preRelease] = version.split(/-(.*)/s)
    // A release comes after all its pre-releases.
    return { core: core.split('.').map(Number), preRelease: preRelease?.split('.') }
  })
  const place = leftParts!.core.findIndex((number, at) => number !== rightParts!.core[at])
  if (place >= 0) return leftParts!.core[place]! < rightParts!.core[place]!
  if (leftParts!.preRelease === undefined || rightParts!.preRelease === undefined) {
    return leftParts!.preRelease !== undefined && rightParts!.preRelease === undefined
  }
  const [ours, theirs] = [leftParts!.preRelease, rightParts!.preRelease]
  const at = ours.findIndex((part, index) => part !== theirs[index])
  if (at < 0) return ours.length < theirs.length
  const [our, their] = [ours[at]!, theirs[at]]
  if (their === undefined) return false
  const isNumber = (part: string) => /^\d+$/.test(part)
  if (isNumber(our) && isNumber(their)) return Number(our) < Number(their)
  return isNumber(our) !== isNumber(their) ? isNumber(our) : our < their
}

import { figure, integral, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import {
  AIR,
  ATMOSPHERE,
  EARTH_EQUATOR,
  EARTH_MEAN_RADIUS,
  GM_EARTH,
  GM_MOON,
  peak,
  R,
  root,
  STANDARD_GRAVITY,
  soundSpeed,
  stated,
  worked,
  ZERO_CELSIUS,
} from './constants.ts'

const SIDEREAL_DAY = 86164.0905

interface Flight {
  speed: number
  degrees: number
  height?: number
  /** Drag per mass and squared speed, in 1/m. */
  drag?: number
}

/** Where and when a thrown body comes down, step by step under gravity. */
function land({ speed, degrees, height = 0, drag = 0 }: Flight): { distance: number; time: number } {
  const step = 1e-4
  const angle = (degrees * Math.PI) / 180
  let [x, y, time] = [0, height, 0]
  let [vx, vy] = [speed * Math.cos(angle), speed * Math.sin(angle)]
  while (y > 0 || time === 0) {
    const slowing = drag * Math.hypot(vx, vy)
    const [ax, ay] = [-slowing * vx, -STANDARD_GRAVITY - slowing * vy]
    x += vx * step + (ax * step ** 2) / 2
    y += vy * step + (ay * step ** 2) / 2
    vx += ax * step
    vy += ay * step
    time += step
  }
  return { distance: x, time }
}

/** How long a pendulum of small swing takes for one, step by step. */
function swing(length: number): number {
  const step = 1e-5
  let [angle, rate, quarter] = [0.01, 0, 0]
  while (angle > 0) {
    rate -= (STANDARD_GRAVITY / length) * Math.sin(angle) * step
    angle += rate * step
    quarter += step
  }
  return 4 * quarter
}

/** The force that a ball needs to stay on a circle, from how its velocity turns. */
function turning(speed: number, radius: number): number {
  const step = 1e-5
  const angle = (speed / radius) * step
  return Math.hypot(speed * Math.cos(angle) - speed, speed * Math.sin(angle)) / step
}

/** How far a car slides before it stands, step by step. */
function braking(speed: number): number {
  const [step, deceleration] = [1e-4, 7]
  let [distance, left] = [0, speed]
  while (left > 0) {
    distance += left * step
    left -= deceleration * step
  }
  return distance
}

/** The flow through a pipe as the sum of its rings, whose speed falls from the middle to the wall. */
function pipeFlow(radius: number): number {
  return integral((r) => (radius ** 2 - r ** 2) * 2 * Math.PI * r, 0, radius)
}

/** The pressure of the International Standard Atmosphere below 11 km. */
function airPressure(metres: number): number {
  const [lapse, ground] = [0.0065, 288.15]
  return ATMOSPHERE * (1 - (lapse * metres) / ground) ** ((STANDARD_GRAVITY * AIR) / (R * lapse))
}

/** Computes again what axioms of level 2 state of motion, fluids and sound. */
export const mechanicsProofs: Proof[] = [
  prove(
    'phys-0070',
    /^In air a heavier ball falls faster than a lighter .* in a vacuum both fall alike\.$/,
    () => {
      const fall = (drag: number) => land({ speed: 0, degrees: 0, height: 20, drag }).time
      const [radius, density, coefficient] = [0.05, 1.2, 0.47]
      const ofMass = (mass: number) => fall((coefficient * density * Math.PI * radius ** 2) / (2 * mass))
      return ofMass(4) < ofMass(0.05) && fall(0) < ofMass(4)
    },
  ),
  worked(
    'phys-0071',
    'The time for a body to fall from rest through # m without air resistance under standard gravity is approximately # s.',
    (height) => land({ speed: 0, degrees: 0, height }).time,
  ),
  prove(
    'phys-0072',
    /^A bullet fired horizontally .* reach the ground at the same time, if air resistance /,
    () => {
      const [fired, dropped] = [800, 0].map((speed) => land({ speed, degrees: 0, height: 1.5 }))
      return isClose(fired!.time, dropped!.time) && fired!.distance > 400
    },
  ),
  worked(
    'phys-0073',
    'The launch angle that gives a projectile the greatest range, from ground to ground at the same height without air resistance and at a given speed, is # degrees.',
    () => {
      const angles = Array.from({ length: 31 }, (_, index) => 30 + index)
      const ranges = angles.map((degrees) => land({ speed: 12, degrees }).distance)
      return angles[ranges.indexOf(Math.max(...ranges))]!
    },
  ),
  prove(
    'phys-0074',
    /^The kinetic energy of a body of mass m moving at a speed v .* is m\*v\^(\d)\/(\d)\.$/,
    (power, divisor) => {
      const [mass, speed] = [3, 7]
      const work = integral((v) => mass * v, 0, speed)
      return isClose((mass * speed ** figure(power)) / figure(divisor), work)
    },
  ),
  worked(
    'phys-0075',
    'Doubling the speed of a car multiplies the braking distance by #, if the deceleration is the same.',
    () => braking(40) / braking(20),
    1e-3,
  ),
  worked(
    'phys-0078',
    'The period of a simple pendulum of length # m at small amplitude under standard gravity is approximately # s.',
    (length) => swing(length),
  ),
  prove(
    'phys-0079',
    /^The acceleration of a body in uniform circular motion .* radius r is v\^(\d)\/r, directed /,
    (power) => [3, 8].every((speed) => isClose(turning(speed, 2.5), speed ** figure(power) / 2.5, 1e-6)),
  ),
  worked(
    'phys-0082',
    'The swing plane of a Foucault pendulum at a latitude of # degrees turns once around in approximately # hours.',
    (latitude) => SIDEREAL_DAY / 3600 / Math.sin((latitude * Math.PI) / 180),
  ),
  worked(
    'phys-0083',
    'The escape velocity from the surface of Earth, without air resistance, is approximately # km/s.',
    () => Math.sqrt((2 * GM_EARTH) / EARTH_MEAN_RADIUS) / 1000,
  ),
  worked(
    'phys-0084',
    'The acceleration of gravity at the surface of the Moon is approximately # m/s^2.',
    () => GM_MOON / 1737400 ** 2,
  ),
  worked(
    'phys-0085',
    'The period of a circular orbit # km above the equatorial radius of Earth is approximately # minutes.',
    (height) => (2 * Math.PI * Math.sqrt((EARTH_EQUATOR + height * 1000) ** 3 / GM_EARTH)) / 60,
  ),
  worked(
    'phys-0086',
    'Astronauts in a space station # km above Earth float because station and crew fall freely together, although gravity there still has approximately # % of the strength at the ground.',
    (height) => 100 * (EARTH_MEAN_RADIUS / (EARTH_MEAN_RADIUS + height * 1000)) ** 2,
  ),
  worked(
    'phys-0087',
    'The altitude of a geostationary orbit above the equator of Earth is approximately # km.',
    () => (Math.cbrt(GM_EARTH * (SIDEREAL_DAY / (2 * Math.PI)) ** 2) - EARTH_EQUATOR) / 1000,
  ),
  prove(
    'phys-0089',
    stated(
      'The square of the orbital period of a planet of the Sun is proportional to the cube of the semi-major axis of the orbit.',
    ),
    () => {
      const orbits = {
        mercury: [0.387098, 87.9691],
        earth: [1, 365.25636],
        jupiter: [5.2044, 4332.59],
      } as const
      const ratios = Object.values(orbits).map(([axis, days]) => days ** 2 / axis ** 3)
      return ratios.every((ratio) => isClose(ratio, ratios[0]!, 3e-3))
    },
  ),
  worked(
    'phys-0097',
    'The share of the volume of a floating iceberg below the surface, for ice of # kg/m^3 in sea water of # kg/m^3, is approximately # %.',
    (ice, sea) => (100 * ice) / sea,
  ),
  worked(
    'phys-0099',
    'The pressure added by a depth of # m of sea water with density # kg/m^3 is approximately # kPa.',
    (depth, density) => (depth * density * STANDARD_GRAVITY) / 1000,
  ),
  worked(
    'phys-0102',
    'The greatest height to which a suction pump can lift water of density # kg/m^3 at one standard atmosphere is approximately # m.',
    (density) => ATMOSPHERE / (density * STANDARD_GRAVITY),
  ),
  worked(
    'phys-0105',
    'Doubling the inner radius of a pipe multiplies the laminar flow rate of a given fluid under the same pressure gradient by #.',
    () => pipeFlow(2) / pipeFlow(1),
    1e-9,
  ),
  worked(
    'phys-0106',
    'The altitude at which the air pressure of the International Standard Atmosphere is half of the sea-level value is approximately # km.',
    () => root((metres) => airPressure(metres) - ATMOSPHERE / 2, 0, 11000) / 1000,
  ),
  worked(
    'phys-0107',
    'The net mass that one cubic metre of helium can lift in dry air, both at # degrees Celsius and one standard atmosphere, is approximately # kg.',
    (celsius) => ((AIR - 0.004002602) * ATMOSPHERE) / (R * (celsius + ZERO_CELSIUS)),
  ),
  worked(
    'phys-0108',
    'The density of dry air at # degrees Celsius and one standard atmosphere is approximately # kg/m^3.',
    (celsius) => (AIR * ATMOSPHERE) / (R * (celsius + ZERO_CELSIUS)),
  ),
  worked(
    'phys-0109',
    'The speed of a long ocean wave such as a tsunami over water # m deep is approximately # m/s.',
    (depth) => {
      // The full law of waves on water of a depth, for a wave of 2 000 km.
      const number = (2 * Math.PI) / 2e6
      return Math.sqrt((STANDARD_GRAVITY / number) * Math.tanh(number * depth))
    },
  ),
  worked(
    'phys-0115',
    'An increase of a sound level by # decibels (dB) corresponds to a sound intensity # times as large.',
    (decibels) => 10 ** (decibels / 10),
  ),
  worked(
    'phys-0116',
    'The sound level of two equal, independent sources together at a listener is approximately # dB higher than that of either source alone.',
    () => {
      const power = (f: (t: number) => number) => integral((t) => f(t) ** 2, 0, 1)
      const [one, other] = [440, 443].map((hertz) => (t: number) => Math.sin(2 * Math.PI * hertz * t))
      return 10 * Math.log10(power((t) => one!(t) + other!(t)) / power(one!))
    },
  ),
  worked(
    'phys-0117',
    'Doubling the distance from a small sound source in open space without reflections lowers the sound level by approximately # dB.',
    () => 10 * Math.log10((4 * Math.PI * 2 ** 2) / (4 * Math.PI)),
  ),
  worked(
    'phys-0118',
    'The time sound needs to travel # km in air at # degrees Celsius is approximately # s.',
    (kilometres, celsius) => (kilometres * 1000) / soundSpeed(1.4, AIR, celsius),
  ),
  worked(
    'phys-0119',
    'The frequency heard from a siren of # Hz that approaches a resting listener at # m/s in still air, where sound travels at # m/s, is approximately # Hz.',
    (emitted, speed, sound) => {
      // When two crests, sent a period apart from places nearer and nearer, arrive.
      const period = 1 / emitted
      const arrivals = [0, period].map((sent) => sent + (1000 - speed * sent) / sound)
      return 1 / (arrivals[1]! - arrivals[0]!)
    },
  ),
  prove(
    'phys-0120',
    stated('The frequency ratio of one semitone in twelve-tone equal temperament is approximately #.'),
    (ratio) =>
      isRounded(
        root((step) => step ** 12 - 2, 1, 2),
        ratio,
      ),
  ),
  worked(
    'phys-0122',
    'The speed of sound in the International Standard Atmosphere at an altitude of # km, where the temperature is # degrees Celsius, is approximately # m/s.',
    (_altitude, celsius) => soundSpeed(1.4, AIR, celsius),
  ),
  worked(
    'phys-0123',
    'The speed of sound in helium gas at # degrees Celsius is approximately # m/s.',
    (celsius) => soundSpeed(5 / 3, 0.004002602, celsius),
  ),
  prove(
    'phys-0124',
    /^A lightly damped linear oscillator driven .* when the driving frequency is close to the natural frequency /,
    () => {
      const [natural, damping] = [5, 0.1]
      const amplitude = (driving: number) => 1 / Math.hypot(natural ** 2 - driving ** 2, damping * driving)
      return isClose(peak(amplitude, 1, 20), natural, 1e-3)
    },
  ),
]

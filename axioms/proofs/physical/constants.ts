import { figure, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

// Exact by the definitions of the SI in force since 2019.
export const C = 299792458
export const H = 6.62607015e-34
export const HBAR = H / (2 * Math.PI)
export const E = 1.602176634e-19
export const K = 1.380649e-23
export const AVOGADRO = 6.02214076e23
export const R = K * AVOGADRO

// Measured: CODATA 2022.
export const G = 6.6743e-11
export const ALPHA = 7.2973525643e-3
export const RYDBERG = 10973731.568157
const MU_0 = 1.25663706127e-6
export const EPSILON_0 = 1 / (MU_0 * C ** 2)
/** The mass of an electron and of a proton in daltons, as Penning traps compare them. */
export const ELECTRON_U = 5.485799090441e-4
export const PROTON_U = 1.0072764665789
/** The mass of an electron in kg, from the spectrum of hydrogen. */
export const ELECTRON = (2 * H * RYDBERG) / (C * ALPHA ** 2)
export const DALTON = ELECTRON / ELECTRON_U
export const PROTON = DALTON * PROTON_U
/** The energy of a dalton at rest, in MeV. */
export const DALTON_MEV = (DALTON * C ** 2) / E / 1e6

// By convention, or measured from the orbits of spacecraft and planets.
export const STANDARD_GRAVITY = 9.80665
export const ATMOSPHERE = 101325
export const ZERO_CELSIUS = 273.15
export const AU = 149597870700
export const JULIAN_YEAR = 365.25 * 86400
export const GM_SUN = 1.3271244004128e20
export const GM_EARTH = 3.986004418e14
export const GM_MOON = 4.9028e12
export const EARTH_EQUATOR = 6378137
export const EARTH_MEAN_RADIUS = 6371000
export const SUN_RADIUS = 6.957e8
export const SUN_LUMINOSITY = 3.828e26

const FIGURE = String.raw`([+-]?\d[\d ]*(?:\.\d[\d ]*)?(?: x 10\^-?\d+)?)`

/** The pattern of a whole statement, in which # stands for a figure and … for any words. */
export function stated(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll('#', FIGURE).replaceAll('…', '.*')}$`)
}

/**
 * A statement whose last figure is worked out from the figures before it.
 * The figure must be the result rounded to its places, or the result to within a share of it.
 */
export function worked(
  ids: string | string[],
  text: string,
  result: (...given: number[]) => number,
  share?: number,
): Proof {
  return prove(ids, stated(text), (...figures) => {
    const last = figures.at(-1)!
    const value = result(...figures.slice(0, -1).map(figure))
    return share === undefined ? isRounded(value, last) : isClose(value, figure(last), share)
  })
}

/** What floating point loses of a value that is exact. */
export const EXACT = 1e-14

/** Where a function that changes sign between two points is zero, by bisection. */
export function root(f: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  const rising = f(high) > 0
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (f(middle) > 0 === rising) high = middle
    else low = middle
  }
  return (low + high) / 2
}

/** Where a function with one peak between two points is highest, by golden sections. */
export function peak(f: (x: number) => number, from: number, to: number): number {
  const share = (Math.sqrt(5) - 1) / 2
  let [low, high] = [from, to]
  while (high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high))) {
    const [left, right] = [high - share * (high - low), low + share * (high - low)]
    if (f(left) > f(right)) high = right
    else low = left
  }
  return (low + high) / 2
}

/** The density of water in kg/m^3 at a temperature in degrees Celsius and one atmosphere (Kell 1975). */
export function waterDensity(t: number): number {
  const above =
    999.83952 +
    16.945176 * t -
    7.9870401e-3 * t ** 2 -
    46.170461e-6 * t ** 3 +
    105.56302e-9 * t ** 4 -
    280.54253e-12 * t ** 5
  return above / (1 + 16.87985e-3 * t)
}

/** The vapour pressure of water in Pa at a temperature in K (Wagner and Pruss, IAPWS). */
export function vapourPressure(kelvins: number): number {
  const [critical, pressure] = [647.096, 22.064e6]
  const x = 1 - kelvins / critical
  const sum =
    -7.85951783 * x +
    1.84408259 * x ** 1.5 -
    11.7866497 * x ** 3 +
    22.6807411 * x ** 3.5 -
    15.9618719 * x ** 4 +
    1.80122502 * x ** 7.5
  return pressure * Math.exp((critical / kelvins) * sum)
}

/** The speed of sound in an ideal gas, from its ratio of specific heats and its molar mass in kg/mol. */
export function soundSpeed(ratio: number, molarMass: number, celsius: number): number {
  return Math.sqrt((ratio * R * (celsius + ZERO_CELSIUS)) / molarMass)
}

/** The molar mass of dry air in kg/mol. */
export const AIR = 0.0289647

import { figure, integral, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import {
  AU,
  C,
  E,
  EARTH_MEAN_RADIUS,
  G,
  GM_EARTH,
  GM_MOON,
  GM_SUN,
  H,
  HBAR,
  JULIAN_YEAR,
  K,
  PROTON,
  peak,
  root,
  SUN_LUMINOSITY,
  SUN_RADIUS,
  stated,
  worked,
} from './constants.ts'

const ARCSECOND = Math.PI / 180 / 3600
const LIGHT_YEAR = C * JULIAN_YEAR
const PARSEC = AU / Math.tan(ARCSECOND)
const YEAR_DAYS = 365.25636

/** The parameters that the Planck mission and galaxy surveys found in 2018. */
const PLANCK = { hubble: 67.66, baryons: 0.02242, dark: 0.11933, radiation: 4.18e-5 }

/** The shares of ordinary matter, dark matter, radiation and dark energy in the Universe. */
function shares(): { ordinary: number; dark: number; radiation: number; energy: number } {
  const h2 = (PLANCK.hubble / 100) ** 2
  const [ordinary, dark, radiation] = [PLANCK.baryons / h2, PLANCK.dark / h2, PLANCK.radiation / h2]
  return { ordinary, dark, radiation, energy: 1 - ordinary - dark - radiation }
}

/** How fast a universe of these shares expands at a size, compared with the present. */
function expansion(size: number): number {
  const { ordinary, dark, radiation, energy } = shares()
  return Math.sqrt(radiation / size ** 4 + (ordinary + dark) / size ** 3 + energy)
}

const HUBBLE_TIME = (1e6 * PARSEC) / (PLANCK.hubble * 1000)

/** The integral over all sizes of the Universe up to the present, with small sizes drawn apart. */
function overSizes(f: (size: number) => number): number {
  return integral((root4) => f(root4 ** 4) * 4 * root4 ** 3, 1e-3, 1)
}

/** The Lorentz factor of a speed in units of c, from the way of a light pulse between two moving mirrors. */
function lorentz(speed: number): number {
  return root((time) => Math.hypot(speed * time, 1) - time, 1, 1e3)
}

/** Solves the equation of a white dwarf of relativistic electrons (Lane-Emden, n = 3), for its mass factor. */
function laneEmden(): number {
  const step = 1e-3
  let [x, value, slope] = [1e-6, 1, 0]
  while (value > 0) {
    const turn = (at: number, v: number, s: number) => -(Math.max(v, 0) ** 3) - (2 * s) / at
    const half = slope + (turn(x, value, slope) * step) / 2
    const middle = value + (slope * step) / 2
    slope += turn(x + step / 2, middle, half) * step
    value += half * step
    x += step
  }
  return -(x ** 2) * slope
}

const relativityProofs: Proof[] = [
  worked(
    'phys-0194',
    'A clock moving at # % of the speed of light through an inertial frame runs slow by a factor of # in that frame.',
    (percent) => lorentz(percent / 100),
  ),
  worked(
    'phys-0195',
    'Two velocities of # c in the same direction combine in special relativity to # c, not to the full speed of light.',
    (speed) => Math.tanh(2 * Math.atanh(speed)),
  ),
  worked(
    'phys-0197',
    'A traveller who flies away and back at # % of the speed of light, while # years pass on Earth, ages # years.',
    (percent, years) => years / lorentz(percent / 100),
  ),
  worked(
    'phys-0198',
    'A proton with a total energy of # TeV, as in the Large Hadron Collider (LHC), is slower than light by approximately # m/s.',
    (teraelectronvolts) => {
      const share = (PROTON * C ** 2) / (teraelectronvolts * 1e12 * E)
      return (C * share ** 2) / (1 + Math.sqrt(1 - share ** 2))
    },
  ),
  worked(
    'phys-0200',
    'The Schwarzschild radius of the Sun is approximately # km.',
    () => (2 * GM_SUN) / C ** 2 / 1000,
  ),
  worked(
    'phys-0203',
    'The deflection of starlight grazing the Sun predicted by general relativity is approximately # arcseconds.',
    () => (4 * GM_SUN) / (C ** 2 * SUN_RADIUS) / ARCSECOND,
  ),
  worked(
    'phys-0204',
    'The extra advance of the perihelion of Mercury due to general relativity is approximately # arcseconds per century.',
    () => {
      const [axis, eccentricity, days] = [0.38709893 * AU, 0.20563069, 87.9691]
      const perOrbit = (6 * Math.PI * GM_SUN) / (C ** 2 * axis * (1 - eccentricity ** 2))
      return (perOrbit * (36525 / days)) / ARCSECOND
    },
  ),
  worked(
    'phys-0205',
    'Clocks of Global Positioning System (GPS) satellites gain approximately # microseconds per day on clocks at sea level through relativity.',
    () => {
      // The potential of the geoid, and the orbit of half a sidereal day.
      const geoid = 62636856
      const axis = Math.cbrt(GM_EARTH * (43082.045 / (2 * Math.PI)) ** 2)
      return ((geoid - (1.5 * GM_EARTH) / axis) / C ** 2) * 86400 * 1e6
    },
  ),
  worked(
    'phys-0207',
    'The age of the Universe in the standard cosmological model fitted to the Planck 2018 data is approximately # billion years.',
    () => (HUBBLE_TIME * overSizes((size) => 1 / (size * expansion(size)))) / JULIAN_YEAR / 1e9,
  ),
  worked(
    'phys-0208',
    'The distance at the present time to the edge of the observable Universe in the standard cosmological model is approximately # billion light-years.',
    () => (HUBBLE_TIME * overSizes((size) => 1 / (size ** 2 * expansion(size)))) / JULIAN_YEAR / 1e9,
  ),
  worked(
    'phys-0210',
    'The cosmic microwave background has a temperature of # K, so the spectrum per unit wavelength peaks near # mm.',
    (kelvins) => peak((mm) => mm ** -5 / Math.expm1((H * C) / (mm * 1e-3 * K * kelvins)), 0.3, 10),
  ),
  prove(
    'phys-0211',
    stated(
      'The energy content of the present Universe … is approximately # % ordinary matter, # % dark matter and # % dark energy.',
    ),
    (...percents) => {
      const { ordinary, dark, energy } = shares()
      return [ordinary, dark, energy].every((share, index) => isRounded(100 * share, percents[index]!))
    },
  ),
  worked(
    'phys-0212',
    'The Hubble constant from the Planck 2018 microwave background data is # +- # km/s/Mpc and from the SH0ES 2022 distance ladder # +- # km/s/Mpc, a difference of approximately # standard deviations.',
    (early, earlyError, late, lateError) => (late - early) / Math.hypot(earlyError, lateError),
  ),
]

const astronomyProofs: Proof[] = [
  prove('phys-0243', stated('The length of one astronomical unit (au) is exactly # m.'), (metres) => {
    const gauss = 0.01720209895
    return isClose(Math.cbrt(GM_SUN * (86400 / gauss) ** 2), figure(metres), 2e-12)
  }),
  worked('phys-0244', 'The length of one parsec is approximately # light-years.', () => PARSEC / LIGHT_YEAR),
  worked(
    'phys-0245',
    'The time light takes from the Sun to Earth at a distance of one astronomical unit is approximately # s.',
    () => AU / C,
  ),
  worked(
    'phys-0246',
    'The power of sunlight per area at one astronomical unit from the Sun, above the atmosphere, is approximately # W/m^2.',
    () => SUN_LUMINOSITY / (4 * Math.PI * AU ** 2),
  ),
  worked(
    'phys-0247',
    'The mass that the Sun turns into radiation each second, at a luminosity of # W, is approximately # kg.',
    (watts) => watts / C ** 2,
  ),
  worked('phys-0248', 'The mass of the Sun is approximately # kg.', () => GM_SUN / G),
  worked('phys-0249', 'The mass of Earth is approximately # kg.', () => GM_EARTH / G),
  worked(
    'phys-0254',
    'The mean time from one new moon to the next, given a sidereal month of # days and a year of # days, is approximately # days.',
    (month, year) => 1 / (1 / month - 1 / year),
  ),
  worked(
    'phys-0255',
    'The length of a mean sidereal day, almost exactly the rotation period of Earth relative to the stars, is approximately # s.',
    () => 86400 / (1 + 1 / 365.24219),
  ),
  worked(
    'phys-0256',
    'The tide-raising effect of the Moon on Earth is approximately # times that of the Sun.',
    () => {
      const pull = (gm: number, distance: number) =>
        gm / (distance - EARTH_MEAN_RADIUS) ** 2 - gm / (distance + EARTH_MEAN_RADIUS) ** 2
      return pull(GM_MOON, 384400e3) / pull(GM_SUN, AU)
    },
  ),
  worked(
    'phys-0257',
    'The mean speed of Earth on the orbit around the Sun is approximately # km/s.',
    () => (2 * Math.PI * AU) / (YEAR_DAYS * 86400) / 1000,
  ),
  worked(
    'phys-0258',
    'A star that is # magnitudes brighter than another star sends # times as much light to the observer.',
    (magnitudes) => 2.51188643 ** magnitudes,
  ),
  worked(
    'phys-0259',
    'The distance of Proxima Centauri, the nearest known star to the Sun, from a parallax of # arcseconds, is approximately # light-years.',
    (parallax) => AU / Math.tan(parallax * ARCSECOND) / LIGHT_YEAR,
  ),
  worked(
    'phys-0260',
    'The Chandrasekhar limit, the greatest mass of a stable non-rotating white dwarf, is approximately # solar masses.',
    () => {
      const nucleonsPerElectron = 2
      const scale = ((HBAR * C) / G) ** 1.5 / (nucleonsPerElectron * PROTON) ** 2
      return ((Math.sqrt(3 * Math.PI) / 2) * laneEmden() * scale * G) / GM_SUN
    },
  ),
  worked(
    'phys-0263',
    'The distance to the sea horizon for an eye # m above the water, without refraction, is approximately # km.',
    (height) => Math.sqrt((EARTH_MEAN_RADIUS + height) ** 2 - EARTH_MEAN_RADIUS ** 2) / 1000,
  ),
]

/** Computes again what axioms of level 2 state of relativity, the Universe and the sky. */
export const cosmosProofs: Proof[] = [...relativityProofs, ...astronomyProofs]

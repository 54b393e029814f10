import { figure, integral, isClose } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import {
  ATMOSPHERE,
  C,
  H,
  K,
  peak,
  R,
  root,
  stated,
  vapourPressure,
  worked,
  ZERO_CELSIUS,
} from './constants.ts'

const DEGREE = Math.PI / 180

/** How long light takes, in metres of air, by way of a point on the surface between two media. */
function lightPath(index: number, from: number, at: number): number {
  return Math.hypot(from, at) + index * Math.hypot(1, 1 - at)
}

/** The angle to which a raindrop sends back light that meets it at an offset from its middle. */
function rainbowAngle(index: number, offset: number): number {
  return (4 * Math.asin(offset / index) - 2 * Math.asin(offset)) / DEGREE
}

/** The Bessel function J1, by its integral. */
function bessel(x: number): number {
  return integral((angle) => Math.cos(angle - x * Math.sin(angle)), 0, Math.PI, 400) / Math.PI
}

/** The power of light that is left of an unpolarised beam after polarisers at these angles. */
function throughPolarisers(degrees: number[]): number {
  const [first, ...others] = degrees
  let [power, last] = [1 / 2, first!]
  for (const angle of others) {
    power *= Math.cos((angle - last) * DEGREE) ** 2
    last = angle
  }
  return power
}

/** What a black body radiates per unit of wavelength, up to a factor. */
function planck(wavelength: number, kelvins: number): number {
  return wavelength ** -5 / Math.expm1((H * C) / (wavelength * K * kelvins))
}

/** The latent heat in J/kg by Clausius and Clapeyron: temperature, change of volume and slope of the pressure. */
function latentHeat(kelvins: number, volume: number, pressureSlope: number): number {
  return kelvins * volume * pressureSlope
}

/** The efficiency of an ideal gas led around the cycle of Carnot, from the heats along its isotherms. */
function carnotCycle(hot: number, cold: number): number {
  const adiabat = (hot / cold) ** (3 / 2)
  const [start, end] = [1, 3]
  const taken = integral((volume) => (R * hot) / volume, start, end)
  const given = integral((volume) => (R * cold) / volume, start * adiabat, end * adiabat)
  return 1 - given / taken
}

/** Computes again what axioms of level 2 state of light and heat. */
export const lightAndHeatProofs: Proof[] = [
  worked(
    'phys-0127',
    'The angle between the antisolar point and the red edge of a primary rainbow, for a refractive index of water of #, is approximately # degrees.',
    (index) =>
      rainbowAngle(
        index,
        peak((offset) => rainbowAngle(index, offset), 0.5, 0.99),
      ),
  ),
  worked(
    'phys-0130',
    'The angle of refraction of a light ray entering water (refractive index #) from air at # degrees to the normal is approximately # degrees.',
    (index, incidence) => {
      // Light takes the quickest way (Fermat); the start is moved until the ray arrives at the given angle.
      const crossing = (from: number) => peak((at) => -lightPath(index, from, at), 0, 1)
      const from = root((height) => Math.atan2(crossing(height), height) - incidence * DEGREE, 3, 1e-3)
      return Math.atan2(1 - crossing(from), 1) / DEGREE
    },
  ),
  worked(
    'phys-0131',
    'The speed of light in water with a refractive index of # is approximately # m/s.',
    (index) => C / index,
  ),
  worked(
    'phys-0132',
    'The critical angle for total internal reflection of light passing from glass of refractive index # towards air is approximately # degrees.',
    (index) => root((angle) => index * Math.sin(angle * DEGREE) - 1, 0, 90),
  ),
  worked(
    'phys-0134',
    'The smallest height of a flat upright mirror in which a standing person of height # m can see the whole body is # m.',
    (height) => {
      const [eyes, distance] = [height - 0.1, 2]
      // Where the straight line from the eyes to the mirror image of a point crosses the mirror.
      const seenAt = (point: number) => eyes + ((point - eyes) * distance) / (2 * distance)
      return seenAt(height) - seenAt(0)
    },
  ),
  worked(
    'phys-0135',
    'The angular resolution limit in radians of a circular aperture by the Rayleigh criterion is approximately # times the wavelength divided by the diameter of the aperture.',
    () => root(bessel, 3, 4.5) / Math.PI,
  ),
  prove(
    'phys-0136',
    /^Ideal polarisers crossed at (\d+) degrees pass no light, but a third .* at (\d+) degrees lets (\d\/\d) of /,
    (crossed, between, share) => {
      const [last, middle] = [figure(crossed), figure(between)]
      return (
        throughPolarisers([0, last]) < 1e-20 && isClose(throughPolarisers([0, middle, last]), figure(share))
      )
    },
  ),
  worked(
    'phys-0143',
    'The greatest possible efficiency of a heat engine working between reservoirs at # K and # K is # %.',
    (hot, cold) => 100 * carnotCycle(hot, cold),
    1e-9,
  ),
  worked(
    'phys-0145',
    'The greatest possible heating coefficient of performance (COP) of a heat pump between # and # degrees Celsius is approximately #.',
    (cold, hot) => 1 / carnotCycle(hot + ZERO_CELSIUS, cold + ZERO_CELSIUS),
  ),
  worked(
    'phys-0146',
    'The molar volume of an ideal gas at # degrees Celsius and # kPa is approximately # L/mol.',
    (celsius, kilopascals) => (R * (celsius + ZERO_CELSIUS)) / kilopascals,
  ),
  worked(
    'phys-0148',
    'The root-mean-square speed of nitrogen molecules (molar mass # g/mol) in air at # degrees Celsius is approximately # m/s.',
    (grams, celsius) => Math.sqrt((3 * R * (celsius + ZERO_CELSIUS)) / (grams / 1000)),
  ),
  worked(
    'phys-0149',
    'The wavelength at which a black body at # K radiates most per unit wavelength is approximately # nm.',
    (kelvins) => peak((wavelength) => planck(wavelength * 1e-9, kelvins), 100, 2000),
  ),
  worked(
    'phys-0150',
    'The energy needed to heat # kg of water with a specific heat of # kJ/(kg K) from # to # degrees Celsius is approximately # kJ.',
    (mass, heat, from, to) => mass * heat * (to - from),
  ),
  worked(
    'phys-0151',
    'The latent heat of vaporisation of water at # degrees Celsius is approximately # kJ/kg.',
    (celsius) => {
      const kelvins = celsius + ZERO_CELSIUS
      const [steam, liquid] = [0.59817, 958.35]
      const pressureSlope = (vapourPressure(kelvins + 0.01) - vapourPressure(kelvins - 0.01)) / 0.02
      return latentHeat(kelvins, 1 / steam - 1 / liquid, pressureSlope) / 1000
    },
    1e-3,
  ),
  worked(
    'phys-0152',
    'The latent heat of fusion of ice at # degrees Celsius is approximately # kJ/kg.',
    (celsius) => {
      // Pressure lowers the melting point of ice by 7.42 millikelvins per bar.
      const [ice, liquid, meltingSlope] = [916.7, 999.84, -7.42e-8]
      return latentHeat(celsius + ZERO_CELSIUS, 1 / liquid - 1 / ice, 1 / meltingSlope) / 1000
    },
    3e-3,
  ),
  prove(
    'phys-0155',
    /^A liquid boils when the vapour pressure .* lower temperature at high altitude and at a higher temperature in /,
    () => {
      const boiling = (pascals: number) => root((kelvins) => vapourPressure(kelvins) - pascals, 280, 600)
      const [summit, sea, cooker] = [33700, ATMOSPHERE, 2 * ATMOSPHERE].map(boiling)
      return summit! < sea! && sea! < cooker!
    },
  ),
  worked(
    'phys-0157',
    'A diet of # kcal per day corresponds to an average power of approximately # W.',
    (kilocalories) => (kilocalories * 4184) / 86400,
  ),
  prove(
    'phys-0147',
    stated(
      'The pressure of a fixed amount of ideal gas at constant temperature is inversely proportional to the volume.',
    ),
    () => {
      // Particles between two walls: each push counts twice the momentum and comes once per way there and back.
      const speeds = Array.from({ length: 50 }, (_, index) => 200 + 13 * index)
      const pressure = (length: number) =>
        speeds.reduce((sum, speed) => sum + (2 * speed) / ((2 * length) / speed), 0)
      return [1, 2, 5].every((length) => isClose(pressure(length) * length, pressure(1)))
    },
  ),
]

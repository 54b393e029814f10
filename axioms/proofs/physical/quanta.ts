import { figure, integral, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import {
  C,
  DALTON,
  DALTON_MEV,
  E,
  ELECTRON,
  ELECTRON_U,
  EPSILON_0,
  H,
  PROTON,
  peak,
  stated,
  worked,
} from './constants.ts'

/** The masses of neutral atoms and of the neutron in daltons (AME 2020). */
const MASS = {
  hydrogen: 1.00782503223,
  deuterium: 2.01410177811,
  tritium: 3.01604928199,
  helium: 4.00260325413,
  neutron: 1.00866491606,
  iron56: 55.93493554,
  iron58: 57.93327358,
  nickel60: 59.93078513,
  nickel62: 61.92834537,
  nickel64: 63.92796623,
  uranium235: 235.0439281,
} as const

/** The energy in MeV that holds a nucleus together, for each of its nucleons. */
function bindingEnergy(protons: number, nucleons: number, mass: number): number {
  const parts = protons * MASS.hydrogen + (nucleons - protons) * MASS.neutron
  return ((parts - mass) * DALTON_MEV) / nucleons
}

/** How many energies of a quantum oscillator lie below one, in units of hbar*omega, on a fine grid (Sturm). */
function statesBelow(energy: number): number {
  const step = 0.01
  let [count, pivot] = [0, 1]
  for (let x = -8; x <= 8; x += step) {
    const diagonal = 1 / step ** 2 + x ** 2 / 2 - energy
    pivot = diagonal - (x === -8 ? 0 : 1 / (4 * step ** 4) / pivot)
    if (pivot < 0) count++
  }
  return count
}

const SIGNS = [-1, 1]

/** The greatest CHSH value when every outcome is settled beforehand. */
function localBound(): number {
  const values = SIGNS.flatMap((a) =>
    SIGNS.flatMap((b) => SIGNS.flatMap((c) => SIGNS.map((d) => a * c + a * d + b * c - b * d))),
  )
  return Math.max(...values)
}

/** The greatest CHSH value of two entangled photons over polariser angles, whose correlation is cos(2*difference). */
function quantumBound(): number {
  const correlation = (one: number, other: number) => Math.cos(2 * (one - other))
  const value = (a: number, b: number, c: number, d: number) =>
    correlation(a, c) + correlation(a, d) + correlation(b, c) - correlation(b, d)
  const angles = Array.from({ length: 16 }, (_, index) => (index * Math.PI) / 16)
  const values = angles.flatMap((b) => angles.flatMap((c) => angles.map((d) => value(0, b, c, d))))
  return Math.max(...values)
}

/** Computes again what axioms of level 2 state of quanta, nuclei and particles. */
export const quantaProofs: Proof[] = [
  worked(
    'phys-0213',
    'The ionisation energy of a hydrogen atom in the ground state is approximately # eV.',
    () => {
      const reduced = (ELECTRON * PROTON) / (ELECTRON + PROTON)
      return (reduced * E ** 4) / (8 * EPSILON_0 ** 2 * H ** 2) / E
    },
  ),
  worked(
    'phys-0214',
    'The energy of a photon in electronvolts is approximately # divided by the vacuum wavelength in nanometres.',
    () => ((H * C) / E) * 1e9,
  ),
  worked(
    'phys-0215',
    'The de Broglie wavelength of an electron with a kinetic energy of # eV is approximately # nm.',
    (energy) => (H / Math.sqrt(2 * ELECTRON * energy * E)) * 1e9,
  ),
  prove(
    'phys-0219',
    /^The lowest energy of a quantum harmonic oscillator of angular frequency omega is hbar\*omega\/(\d)\.$/,
    (divisor) => {
      const lowest = 1 / figure(divisor)
      return statesBelow(lowest * 0.999) === 0 && statesBelow(lowest * 1.001) === 1
    },
  ),
  prove(
    'phys-0221',
    stated(
      'The greatest value of the CHSH correlation allowed by quantum mechanics is approximately #, whereas local hidden-variable theories allow at most #.',
    ),
    (quantum, local) => isRounded(quantumBound(), quantum) && localBound() === figure(local),
  ),
  prove(
    'phys-0223',
    /^A quantum particle can pass a potential barrier higher .* falls roughly exponentially with the width of /,
    () => {
      // The share of a wave of half the height of the barrier that passes it, by its width.
      const passed = (width: number) => 1 / (1 + Math.sinh(width) ** 2)
      const steps = [4, 5, 6].map((width) => passed(width + 1) / passed(width))
      return passed(6) > 0 && steps.every((step) => isClose(step, Math.exp(-2), 1e-2))
    },
  ),
  worked(
    'phys-0224',
    'The share of a radioactive substance that remains after # half-lives is approximately # %.',
    (count) => {
      let share = 100
      for (let life = 0; life < count; life++) share /= 2
      return share
    },
  ),
  worked(
    'phys-0227',
    'The energy released by the fusion of one deuterium nucleus and one tritium nucleus to helium-4 and a neutron is approximately # MeV.',
    () => (MASS.deuterium + MASS.tritium - MASS.helium - MASS.neutron) * DALTON_MEV,
  ),
  worked(
    'phys-0228',
    'The share of the mass turned into energy when four hydrogen-1 atoms fuse to one helium-4 atom is approximately # %.',
    () => 100 * (1 - MASS.helium / (4 * MASS.hydrogen)),
  ),
  prove(
    'phys-0229',
    stated(
      'The binding energy per nucleon of nickel-62, the highest of all nuclides, is approximately # MeV.',
    ),
    (energy) => {
      const nickel = bindingEnergy(28, 62, MASS.nickel62)
      const others = [
        bindingEnergy(26, 56, MASS.iron56),
        bindingEnergy(26, 58, MASS.iron58),
        bindingEnergy(28, 60, MASS.nickel60),
        bindingEnergy(28, 64, MASS.nickel64),
        bindingEnergy(2, 4, MASS.helium),
      ]
      return isRounded(nickel, energy) && others.every((other) => other < nickel)
    },
  ),
  worked(
    'phys-0230',
    'The energy released by the complete fission of # kg of uranium-235, at # MeV per fission, is approximately # J.',
    (kilograms, energy) => (kilograms / (MASS.uranium235 * DALTON)) * energy * 1e6 * E,
  ),
  worked(
    'phys-0231',
    'The half-life of a free neutron with a mean lifetime of # s is approximately # s.',
    (mean) => {
      const left = (seconds: number) => integral((t) => Math.exp(-t / mean) / mean, seconds, 40 * mean)
      return peak((seconds) => -Math.abs(left(seconds) - 1 / 2), 0, 2 * mean)
    },
  ),
  worked(
    'phys-0232',
    'The share of uranium-235 in natural uranium # billion years ago was approximately # % of the atoms.',
    (billions) => {
      const [light, heavy] = [0.0072 * 2 ** (billions / 0.7038), 0.992745 * 2 ** (billions / 4.468)]
      return (100 * light) / (light + heavy)
    },
  ),
  worked(
    'phys-0234',
    'The photon energy of Wi-Fi or Bluetooth radiation at # GHz is approximately # eV.',
    (gigahertz) => (H * gigahertz * 1e9) / E,
  ),
  prove(
    'phys-0236',
    /^The valence quarks of a proton are two up quarks of charge \+(\d\/\d) e each and one down quark of charge (-\d\/\d) e\.$/,
    (up, down) => {
      const proton = 2 * figure(up) + figure(down)
      const neutron = figure(up) + 2 * figure(down)
      return isClose(proton, 1) && Math.abs(neutron) < 1e-12
    },
  ),
  prove(
    'phys-0239',
    stated(
      'Two up quarks of # MeV/c^2 and one down quark of # MeV/c^2 account for only approximately # % of the proton mass of # MeV/c^2.',
    ),
    (up, down, share, mass) =>
      isRounded((PROTON * C ** 2) / E / 1e6, mass) &&
      isRounded((100 * (2 * figure(up) + figure(down))) / figure(mass), share),
  ),
  worked(
    'phys-0241',
    'The energy of each of the two photons from the annihilation of an electron and a positron at rest is approximately # keV.',
    () => ELECTRON_U * DALTON_MEV * 1000,
  ),
]

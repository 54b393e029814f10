import { STRUCTURES, type StructureName } from '../../src/contract/panel.ts'
import type { Character, Excuse, Manner } from '../simulated/simulated-model.ts'
import { runSimulated, type SimulatedRun, several } from '../simulated/simulated-panel.ts'

const QUESTIONS = 300
/** The share of questions for which an axiom supports the truth. */
const AXIOM_SHARE = 0.3

const STUBBORN: Manner = { kind: 'stubborn' }
const ERRING: Manner = { kind: 'erring' }
const PERSUADABLE: Manner = { kind: 'persuadable', persuadability: 0.5 }
const sycophantic = (excuse: Excuse): Manner => ({ kind: 'sycophantic', excuse })

/** 60 % of first answers are right; some of the mistakes are shared with others. */
const usual = (manner: Manner): Character => ({ manner, accuracy: 0.6, sharedMistakes: 0.3 })
const WRONG_AND_LOUD: Character = { manner: STUBBORN, accuracy: 0, sharedMistakes: 1, confident: true }

const MIXES: Record<string, Character[]> = {
  '5 stubborn': several(5, usual(STUBBORN)),
  '5 persuadable': several(5, usual(PERSUADABLE)),
  '5 sycophantic, naming nothing': several(5, usual(sycophantic('none'))),
  '5 sycophantic, naming what does not exist': several(5, usual(sycophantic('invented'))),
  '5 sycophantic, naming any claim': several(5, usual(sycophantic('named'))),
  '5 erring, with shared mistakes': several(5, { manner: ERRING, accuracy: 0.6, sharedMistakes: 0.9 }),
  '3 persuadable, 2 wrong and loud': [...several(3, usual(PERSUADABLE)), ...several(2, WRONG_AND_LOUD)],
  'one of each, 2 persuadable': [
    ...several(2, usual(PERSUADABLE)),
    ...[STUBBORN, ERRING, sycophantic('none')].map(usual),
  ],
}

const SWITCHES: Record<string, Excuse> = {
  'explained: a claim is named': 'named',
  'unexplained: nothing is named': 'none',
  'unexplained: what does not exist is named': 'invented',
  'no switch: the answer is held': 'holds',
  'no switch: silence': 'silent',
}

type Row = Record<string, string>

/** The results of simulated panels, by character and structure; every figure is a mean over the same questions. */
export interface SpiralFigures {
  questions: number
  panels: Row[]
  switching: Row[]
}

/** Measures the spiral on simulated panels; seeded, so that the figures are the same in each run. */
async function measureSpiral(): Promise<SpiralFigures> {
  const panels: Row[] = []
  for (const [panel, characters] of Object.entries(MIXES))
    for (const structure of STRUCTURES)
      panels.push({ panel, structure, ...figuresOf(await runsOf(characters, structure)) })
  const switching: Row[] = []
  for (const structure of STRUCTURES)
    for (const [flatterers, excuse] of Object.entries(SWITCHES)) {
      const characters = [...several(2, usual(STUBBORN)), ...several(3, usual(sycophantic(excuse)))]
      const runs = await runsOf(characters, structure)
      const { consensus, ...figures } = figuresOf(runs)
      switching.push({
        structure,
        'what 3 sycophants among 5 do': flatterers,
        'D at first': figures['D at first']!,
        'D at last': figures['D at last']!,
        consensus: consensus!,
        right: figures['right at last']!,
        confidence: mean(runs, ({ result }) => result.confidence, 2),
      })
    }
  return { questions: QUESTIONS, panels, switching }
}

/** Prints the results of simulated panels as tables, or as JSON. */
export async function evaluateSpiral({ json }: { json: boolean }): Promise<void> {
  const figures = await measureSpiral()
  if (json) {
    console.log(JSON.stringify(figures, null, 2))
    return
  }
  console.log(`Simulated models, ${figures.questions} questions each`)
  console.table(figures.panels)
  console.table(figures.switching)
}

async function runsOf(characters: Character[], structure: StructureName): Promise<SimulatedRun[]> {
  const runs: SimulatedRun[] = []
  for (let question = 1; question <= QUESTIONS; question++)
    runs.push(
      await runSimulated({ seed: `question ${question}`, characters, structure, axiomShare: AXIOM_SHARE }),
    )
  return runs
}

function figuresOf(runs: SimulatedRun[]): Row {
  const ending = (outcome: string) => mean(runs, ({ result }) => Number(result.outcome === outcome), 2)
  return {
    'right at first': mean(runs, ({ rightAtFirst }) => Number(rightAtFirst), 2),
    'right at last': mean(runs, ({ right }) => Number(right), 2),
    consensus: ending('consensus'),
    majority: ending('majority'),
    split: ending('split'),
    'D at first': mean(runs, ({ result }) => result.initialDivergence, 3),
    'D at last': mean(runs, ({ result }) => result.finalDivergence, 3),
    iterations: mean(runs, ({ result }) => result.entries.length, 1),
    calls: mean(runs, ({ result }) => result.usage.calls, 1),
  }
}

function mean(runs: SimulatedRun[], figure: (run: SimulatedRun) => number, digits: number): string {
  return (runs.reduce((sum, run) => sum + figure(run), 0) / runs.length).toFixed(digits)
}

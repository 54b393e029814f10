import type { AxiomRecord } from '../../contract/axiom.ts'
import type { AskModel } from '../../engine/model-port.ts'
import { stableHash } from '../../engine/stable-hash.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import { evaluateLeftToRight, evaluateQuestion } from './arithmetic/index.ts'
import { createLexicalMemory, createSemanticMemory, type SearchAxioms } from './memory.ts'
import { expose, revise, type Voice, write } from './voice.ts'

interface OfflineParts {
  axioms: AxiomRecord[]
  search: SearchAxioms
  embedder: Embedder
  now: () => number
}

/**
 * The stand-in for language models: any identifier is answered by one of four voices over the axioms and
 * exact arithmetic. They differ in how they reason and in how they err, so a panel of them has something to settle.
 */
export function createOfflineModels({ now, ...parts }: OfflineParts): AskModel {
  let voices: Voice[] | null = null

  return async ({ seat, brief, signal }) => {
    signal.throwIfAborted()
    const startedAt = now()
    // Made with the first question: a service that asks real models never needs them.
    voices ??= createVoices(parts)
    const voice = voices[stableHash(seat.model) % voices.length]!
    const text =
      brief.phase === 'writing'
        ? write(brief)
        : JSON.stringify(
            brief.phase === 'exposition'
              ? await expose(voice, brief, seat.model)
              : await revise(voice, brief),
          )
    return { text, latencyMs: now() - startedAt, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}

function createVoices({ axioms, search, embedder }: Omit<OfflineParts, 'now'>): Voice[] {
  const byStatement = createLexicalMemory(axioms, ({ axiom }) => axiom)
  const byWholeEntry = createLexicalMemory(axioms, ({ axiom, description }) => `${axiom} ${description}`)
  return [
    {
      name: 'lexical',
      calculate: evaluateLeftToRight,
      memory: byStatement,
      enough: 0.8,
      contrary: false,
    },
    {
      name: 'semantic',
      calculate: evaluateQuestion,
      memory: createSemanticMemory(search, embedder),
      enough: 0.9,
      contrary: false,
    },
    {
      name: 'calculating',
      calculate: evaluateQuestion,
      memory: byWholeEntry,
      enough: 0.8,
      contrary: false,
    },
    {
      name: 'contrarian',
      calculate: evaluateQuestion,
      memory: byStatement,
      enough: 0.7,
      contrary: true,
    },
  ]
}

import type { AxiomRecord } from '../../contract/axiom.ts'
import type { AskModel } from '../../engine/model-port.ts'
import { stableHash } from '../../engine/stable-hash.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import { evaluateLeftToRight, evaluateQuestion } from './arithmetic/index.ts'
import { createLexicalMemory, createSemanticMemory } from './memory.ts'
import { expose, revise, type Voice, write } from './voice.ts'

/**
 * The stand-in for language models: any identifier is answered by one of four voices over the axioms and
 * exact arithmetic. They differ in how they reason and in how they err, so a panel of them has something to settle.
 */
export function createOfflineModels(axioms: AxiomRecord[], embedder: Embedder, now: () => number): AskModel {
  const statement = ({ axiom }: AxiomRecord) => axiom
  const wholeEntry = ({ axiom, description }: AxiomRecord) => `${axiom} ${description}`
  const voices: Voice[] = [
    {
      name: 'lexical',
      calculate: evaluateLeftToRight,
      memory: createLexicalMemory(axioms, statement),
      enough: 0.8,
      contrary: false,
    },
    {
      name: 'semantic',
      calculate: evaluateQuestion,
      memory: createSemanticMemory(axioms, embedder),
      enough: 0.9,
      contrary: false,
    },
    {
      name: 'calculating',
      calculate: evaluateQuestion,
      memory: createLexicalMemory(axioms, wholeEntry),
      enough: 0.8,
      contrary: false,
    },
    {
      name: 'contrarian',
      calculate: evaluateQuestion,
      memory: createLexicalMemory(axioms, statement),
      enough: 0.7,
      contrary: true,
    },
  ]

  return async ({ seat, brief, signal }) => {
    signal.throwIfAborted()
    const startedAt = now()
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

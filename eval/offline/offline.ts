import { fileURLToPath } from 'node:url'
import { readAxioms, readMeasures } from '../../src/adapters/assets/data-files.ts'
import { createOfflineModels } from '../../src/adapters/models/offline/offline-models.ts'
import { DEFAULT_PANEL } from '../../src/config/variables.ts'
import { deliberate } from '../../src/engine/deliberate.ts'
import type { PanelModel } from '../../src/engine/panel/panel.ts'
import { readReply } from '../../src/engine/reading/read-reply.ts'
import { sentencesIn } from '../../src/language/sentences.ts'
import { wordsOf } from '../../src/language/words.ts'
import { openTestLibrary } from '../../test/support/axioms.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { readAxiomQuestions } from '../axioms/axiom-questions.ts'
import { readJsonLines } from '../json-lines.ts'

/** An everyday question with its right answers; null if only “I do not know” is right. */
interface EverydayQuestion {
  question: string
  answers: string[] | null
}

/** The answer to a question, null if nobody knew, and the statement it is based on. */
interface Said {
  answer: string | null
  support: string
}

/** The default panel, and a model for each voice. */
const PANEL = DEFAULT_PANEL
const VOICES: Record<string, string> = {
  lexical: 'openai/gpt-4o',
  semantic: '~openai/gpt-latest',
  calculating: '~anthropic/claude-sonnet-latest',
  contrarian: '~google/gemini-pro-latest',
}

interface OfflineFlags {
  /** A data folder other than the shipped one. */
  data: string | undefined
  misses: boolean
}

/**
 * Measures the offline voices: whether they answer everyday questions (`eval/offline/offline-questions.jsonl`) right, wrong
 * or not at all, and whether they answer `eval/axioms/axiom-questions.jsonl` from an axiom that fits.
 */
export async function evaluateOffline({ data, misses }: OfflineFlags): Promise<void> {
  const { panel, voice, idOf } = await openVoices(data)
  const everyday = readJsonLines<EverydayQuestion>(
    fileURLToPath(new URL('offline-questions.jsonl', import.meta.url)),
  )
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, say] of Object.entries({ 'panel of three': panel, ...voice })) {
    const row = { right: 0, wrong: 0, 'not known': 0, 'rightly not known': 0 }
    for (const { question, answers } of everyday) {
      const { answer, support } = await say(question)
      const mark = markOf(answer, answers)
      row[mark]++
      if (misses && say === panel && mark !== 'right' && mark !== 'rightly not known')
        console.log(`${mark}: ${question} → ${answer ?? ''} (${support})`)
    }
    rows[name] = row
  }
  console.table(rows)

  const held: Record<string, Record<string, string>> = {}
  for (const split of ['dev', 'test'] as const) {
    const row = {
      questions: 0,
      answered: 0,
      'from an axiom that answers': 0,
      'by calculation': 0,
      'off topic': 0,
      'off topic answered': 0,
    }
    for (const { question, ids } of readAxiomQuestions().filter((asked) => asked.split === split)) {
      const { answer, support } = await panel(question)
      const id = idOf(support)
      if (ids.length === 0) {
        row['off topic']++
        if (answer !== null) row['off topic answered']++
      } else {
        row.questions++
        if (answer !== null) row.answered++
        if (answer !== null && id === null) row['by calculation']++
        if (answer !== null && id !== null && ids.includes(id)) row['from an axiom that answers']++
      }
      if (misses && (ids.length === 0 ? answer !== null : id === null || !ids.includes(id)))
        console.log(
          `${split} ${answer === null ? 'not known' : 'other'}: ${question} → ${answer ?? ''} (${support})`,
        )
    }
    held[split] = Object.fromEntries(Object.entries(row).map(([name, count]) => [name, String(count)]))
  }
  console.table(held)
}

async function openVoices(data: string | undefined) {
  const axioms = readAxioms(data)
  const embedder = await openBuiltinEmbedder()
  const library = await openTestLibrary(axioms, embedder)
  const ask = createOfflineModels({
    search: (text, topK) => library.search({ text, topK, minScore: 0, levels: null }),
    now: () => 0,
  })
  const fitted = readMeasures()
  const never = new AbortController().signal
  const models = PANEL.map(
    (model): PanelModel => ({
      provider: 'openrouter',
      name: model,
      model,
      temperature: 0.7,
      isStandIn: true,
    }),
  )
  const panel = async (query: string): Promise<Said> => {
    const { answer, shortAnswer } = await deliberate(
      {
        query,
        models,
        structure: 'sonata',
        maxIterations: 7,
        ...fitted,
        votes: null,
        signal: never,
        deadline: never,
        checkpoint: null,
        kind: 'closed',
        criteria: null,
        writer: null,
        reader: null,
      },
      {
        askModel: ask,
        findAnchors: library.findAnchors,
        embed: embedder.embed,
        now: () => 0,
        pause: async () => {},
        onEvent() {},
        onCheckpoint() {},
      },
    )
    return { answer: shortAnswer, support: shortAnswer === null ? '' : answer }
  }
  const alone =
    (model: string) =>
    async (query: string): Promise<Said> => {
      const seat = { key: model, provider: 'openrouter' as const, name: model, model, temperature: 0.7 }
      const { text } = await ask({
        seat,
        iteration: 1,
        brief: {
          phase: 'exposition',
          kind: 'closed',
          criteria: null,
          query,
          date: '2026-11-17',
          isJson: false,
          anchors: [],
        },
        messages: [],
        signal: never,
      })
      const reading = readReply(text, {})
      return 'reply' in reading
        ? { answer: reading.reply.answer, support: reading.reply.text }
        : { answer: null, support: '' }
    }
  const ids = new Map(
    axioms.flatMap(({ id, axiom, description }) =>
      [...sentencesIn(description).map(({ start, end }) => description.slice(start, end)), axiom].map(
        (sentence) => [sentence, id],
      ),
    ),
  )
  return {
    panel,
    voice: Object.fromEntries(Object.entries(VOICES).map(([name, model]) => [name, alone(model)])),
    idOf: (statement: string) => ids.get(statement) ?? null,
  }
}

function markOf(answer: string | null, accepted: string[] | null) {
  if (accepted === null) return answer === null ? 'rightly not known' : 'wrong'
  if (answer === null) return 'not known'
  return accepted.some((right) => holds(answer, right)) ? 'right' : 'wrong'
}

/** Whether an answer contains the words of another in sequence. */
function holds(answer: string, right: string): boolean {
  const plain = (text: string) => ` ${wordsOf(text).join(' ')} `
  return plain(answer).includes(plain(right))
}

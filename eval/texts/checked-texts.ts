import { join } from 'node:path'
import type { BriefNamed } from '../../src/engine/panel/brief.ts'
import { replyLabel } from '../../src/engine/prompt/material.ts'
import { sentencesIn } from '../../src/language/sentences.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { readJsonLines } from '../json-lines.ts'

/** A passage that people marked as unfounded. */
interface MarkedSpan {
  start: number
  end: number
}

interface RecordedTexts {
  source_id: string
  task: string
  answers: Record<string, string>
  spans: Record<string, MarkedSpan[]>
}

/** A recorded text with what people marked in it, and the brief by which a model checks it. */
export interface CheckedText {
  id: string
  text: string
  spans: MarkedSpan[]
  brief: BriefNamed<'check-text'>
}

/** What was asked, as far as it is known: the prompts were not recorded. */
const QUERIES: Record<string, string> = {
  Summary: 'Summarise the attached news article.',
  Data2txt: 'Describe the attached record of a business, with its reviews, in a paragraph.',
}
/** How many texts of a task are checked: as many with a marked passage as without. */
const TEXTS: Record<string, number> = { Summary: 40, Data2txt: 20 }

/**
 * Recorded texts, each by one of six models that answered the same prompt. People marked what does not stand in the
 * document that the prompt came with, which was not recorded. They are checked against the texts of the other five and
 * one that says in another order what nobody marked in the text itself: all that is founded stands in a reply, as in the
 * work of a writer.
 */
export function readCheckedTexts(folder: string): CheckedText[] {
  const rows = readJsonLines<RecordedTexts>(join(folder, 'ragtruth.jsonl.gz'))
  const texts = rows.flatMap((row) => Object.keys(row.answers).map((model) => ({ row, model })))
  return Object.entries(TEXTS).flatMap(([task, most]) => {
    const drawn = stableShuffle(
      texts.filter(({ row }) => row.task === task),
      ({ row, model }) => `${row.source_id} ${model}`,
      'checked texts',
    )
    const isMarked = ({ row, model }: (typeof texts)[number]) => row.spans[model]!.length > 0
    const chosen = [true, false].flatMap((marked) =>
      drawn.filter((one) => isMarked(one) === marked).slice(0, most / 2),
    )
    return chosen.map(({ row, model }) => checkedText(row, model))
  })
}

function checkedText({ source_id, task, answers, spans }: RecordedTexts, model: string): CheckedText {
  const id = `${source_id} ${model}`
  const text = answers[model]!
  const others = Object.keys(answers).filter((other) => other !== model)
  const replies = [...others.map((other) => answers[other]!), foundedIn(text, spans[model]!)]
  const brief: BriefNamed<'check-text'> = {
    phase: 'reading',
    task: 'check-text',
    query: QUERIES[task]!,
    criteria: null,
    date: '2026-11-17',
    texts: stableShuffle(
      replies.filter((reply) => reply !== ''),
      (reply) => reply,
      id,
    ).map((reply, place) => ({ label: replyLabel(place), text: reply })),
    points: [],
    anchors: [],
    text,
  }
  return { id, text, spans: spans[model]!, brief }
}

/** The sentences of a text in which nothing was marked, in another order. */
function foundedIn(text: string, spans: MarkedSpan[]): string {
  const sentences = sentencesIn(text)
    .filter(({ start, end }) => !spans.some((span) => span.start < end && start < span.end))
    .map(({ start, end }) => text.slice(start, end))
  return stableShuffle(sentences, (sentence) => sentence, text).join(' ')
}

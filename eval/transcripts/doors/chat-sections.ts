import { mock } from 'node:test'
import { fenced, printed } from '../print.ts'
import { type Phase, readPrompt } from '../read-prompt.ts'
import type { LogEntry } from './door-log.ts'
import { DOOR_MODELS, onElements, onTides, seatOf } from './door-models.ts'
import type { Doors } from './open-doors.ts'
import { shownChunks } from './print-stream.ts'
import { programNamed, runProgram } from './run-program.ts'

const HEARTBEAT_MS = 15_000

/** What each step of the panel is, as the models see it; each is noted once the service has told of the step before. */
const STEPS: Partial<Record<Phase, { after: string; times?: number; note: string }>> = {
  map: { after: `${DOOR_MODELS.at(-1)} has answered`, note: 'one of them lists the points of the texts' },
  // Once after the texts, and once after the rulings.
  synthesis: { after: 'points disputed', times: 2, note: 'one of them writes the answer' },
  check: { after: 'has written the answer', note: 'another one checks it' },
  amendment: { after: 'objects to', note: 'the writer mends it' },
}

/** The `openai` package streams a panel whose writer makes something up. */
export async function openaiStream({ log, play }: Doors, origin: string): Promise<string> {
  const texts = together(async () => {
    log.note('three models are asked for a text; 15 seconds pass')
    mock.timers.tick(HEARTBEAT_MS)
    await log.seen(': waiting')
    log.note('their texts arrive')
  })
  const opinions = together(async () => {
    await log.seen('The models check each point')
    log.note('each rules on the points of all')
  })
  play(async (call) => {
    const { phase } = readPrompt(call)
    if (phase === 'exposition') {
      await texts()
      const before = DOOR_MODELS[seatOf(call) - 1]
      // The lines of the stream come in the order of the replies.
      if (before !== undefined) await log.seen(`${before} has answered`)
    }
    if (phase === 'examination') await opinions()
    const step = STEPS[phase]
    if (step !== undefined) {
      await log.seen(step.after, step.times)
      log.note(step.note)
    }
    return onTides(call, { isInventive: true })
  })
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    const program = programNamed('openai-stream.mjs')
    const output = await runProgram(program, origin)
    const stream = log.take()
    return [
      '## 1. The `openai` package streams a panel',
      fenced(program, 'js'),
      'What the service sent, and indented what the models did meanwhile. What the panel does is told as thinking. The writer makes up a height; the model that checks the text objects to it, and the writer takes it out before anything is delivered.',
      fenced(shownChunks(stream), 'text'),
      'What the program printed:',
      fenced(output, 'text'),
      'The field `stretto` of the last chunk but one:',
      fenced(printed(deliberationIn(stream)), 'json'),
    ].join('\n\n')
  } finally {
    mock.timers.reset()
  }
}

/** The AI SDK streams the same panel, with a writer whose text needs no mending. */
export async function aiSdkStream({ log, play }: Doors, origin: string): Promise<string> {
  play((call) => onTides(call))
  const program = programNamed('ai-sdk-stream.mjs')
  const output = await runProgram(program, origin)
  log.take()
  return [
    '## 2. The AI SDK does the same',
    fenced(program, 'js'),
    'The same question and the same texts; `skip_cache` keeps the stored answer from being sent, and this time the writer makes nothing up. What the program printed, a line for every delta:',
    fenced(output, 'text'),
  ].join('\n\n')
}

/** An object that one model repairs, and one that stays wrong. */
export async function jsonAnswers({ play }: Doors, origin: string): Promise<string> {
  const written: string[] = []
  play((call) => {
    const reply = onElements(call)
    written.push(`${readPrompt(call).phase === 'rework' ? 'repair' : 'answer'}: ${reply}`)
    return reply
  })
  const program = programNamed('json-answer.mjs')
  const output = await runProgram(program, origin)
  return [
    '## 3. An answer that must fit a JSON schema',
    fenced(program, 'js'),
    'What the models wrote: three answers and one repair for each question.',
    fenced(written.join('\n'), 'text'),
    'What the program printed:',
    fenced(output, 'text'),
  ].join('\n\n')
}

/** Lets all models of the panel wait for each other; the last to come does the work. */
function together(work: () => Promise<void>): () => Promise<void> {
  let count = 0
  let done = () => {}
  const finished = new Promise<void>((resolve) => {
    done = resolve
  })
  return async () => {
    if (++count === DOOR_MODELS.length) await work().then(done)
    await finished
  }
}

function deliberationIn(entries: LogEntry[]): unknown {
  const last = entries.find(({ text }) => text.includes('"stretto":{'))
  return JSON.parse(last!.text.slice('data: '.length)).stretto
}

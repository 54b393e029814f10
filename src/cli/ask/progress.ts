import { NOTHING_YET, type RunProgress } from '../../client/run-progress.ts'
import { pageOn } from '../terminal/page.ts'
import { plainLines, runLines } from './run-lines.ts'

export interface ProgressView {
  /** Shows how far a run is, or where it was when it was left. */
  show(progress: RunProgress, ending?: { isOver: boolean }): void
  end(): void
}

const REDRAW_MS = 200

/** Shows progress on standard error: in place on a terminal, in lines elsewhere, not at all with `isSilent`. */
export function openProgress(isSilent: boolean): ProgressView {
  if (isSilent) return { show: () => {}, end: () => {} }
  const isTerminal = process.stderr.isTTY === true && process.env.TERM !== 'dumb'
  return isTerminal ? liveProgress() : plainProgress()
}

const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'

/** The run as lines that are drawn again in the same place; the cursor is hidden until they are left where they stand. */
function liveProgress(): ProgressView {
  const stream = process.stderr
  let shown = NOTHING_YET
  let isOver = false
  let drawn = 0
  let isEnded = false
  const showCursor = () => stream.write(SHOW_CURSOR)
  // What has left the screen at its top can no longer be drawn again.
  const room = () => Math.max(1, (stream.rows || 24) - 1)
  const page = () => ({ ...pageOn(stream), rows: room(), now: performance.now(), isOver })
  const draw = (lines = runLines(shown, page())) => {
    const fitting = lines.slice(0, room())
    const up = drawn === 0 ? '' : `\u001b[${drawn}A`
    // Line by line: some terminals keep what is erased from the top of the screen on.
    const written = fitting.map((line) => `\u001b[2K${line}\n`).join('')
    stream.write(`${HIDE_CURSOR}${up}\r${written}\u001b[J`)
    drawn = fitting.length
  }
  // However the process ends.
  process.once('exit', showCursor)
  // The times of models that have not answered go on.
  const timer = setInterval(() => draw(), REDRAW_MS)
  timer.unref()
  return {
    show(progress, ending) {
      const isText = progress.arriving !== shown.arriving
      shown = progress
      isOver = ending?.isOver ?? false
      // Pieces of texts come faster than anybody reads.
      if (!isText) draw()
    },
    end() {
      if (isEnded) return
      isEnded = true
      clearInterval(timer)
      // What nobody got round to leaves nothing behind.
      if (shown === NOTHING_YET) draw([])
      process.removeListener('exit', showCursor)
      showCursor()
    },
  }
}

function plainProgress(): ProgressView {
  let before = NOTHING_YET
  return {
    show(progress) {
      for (const line of plainLines(before, progress)) process.stderr.write(`${line}\n`)
      before = progress
    },
    end: () => {},
  }
}

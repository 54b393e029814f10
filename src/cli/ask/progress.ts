import type { WriteStream } from 'node:tty'
import { NOTHING_YET, type RunProgress } from '../../client/run-progress.ts'
import { pageOn } from '../terminal/page.ts'
import { plainLines, runLines } from './run-lines.ts'

/** Shows a run while it goes on. */
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

function liveProgress(): ProgressView {
  const block = openLiveBlock(process.stderr)
  let shown = NOTHING_YET
  let isOver = false
  const draw = () =>
    block.draw(runLines(shown, { ...pageOn(process.stderr), now: performance.now(), isOver }))
  // The times of models that have not answered go on.
  const timer = setInterval(draw, REDRAW_MS)
  timer.unref()
  return {
    show(progress, ending) {
      shown = progress
      isOver = ending?.isOver ?? false
      draw()
    },
    end() {
      clearInterval(timer)
      // What nobody got round to.
      if (shown === NOTHING_YET) block.draw([])
      block.end()
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

const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'

/** Lines at the end of a terminal that are drawn again in the same place. */
interface LiveBlock {
  /** Replaces what was drawn; each line must fit into the width of the terminal. */
  draw(lines: string[]): void
  /** Leaves what was drawn where it stands. */
  end(): void
}

/** Opens a block on a terminal; the cursor is hidden until it ends. */
function openLiveBlock(stream: Pick<WriteStream, 'write' | 'rows'>): LiveBlock {
  let drawn: string[] = []
  let isOpen = false
  const show = () => stream.write(SHOW_CURSOR)
  return {
    draw(lines) {
      if (!isOpen) {
        isOpen = true
        // However the process ends.
        process.once('exit', show)
      }
      // What has left the screen at its top can no longer be drawn again.
      const shown = lines.slice(0, Math.max(1, (stream.rows || 24) - 1))
      const up = drawn.length === 0 ? '' : `\u001b[${drawn.length}A`
      stream.write(`${HIDE_CURSOR}${up}\r\u001b[J${shown.map((line) => `${line}\n`).join('')}`)
      drawn = shown
    },
    end() {
      if (!isOpen) return
      isOpen = false
      process.removeListener('exit', show)
      show()
    },
  }
}

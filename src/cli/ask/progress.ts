import { openLiveBlock } from '../terminal/live-block.ts'
import { pageOn } from '../terminal/page.ts'
import { plainLines, runLines } from './run-lines.ts'
import { NOTHING_YET, type RunView } from './run-view.ts'

/** Shows a run while it goes on. */
export interface Progress {
  show(view: RunView): void
  end(): void
}

const REDRAW_MS = 200

/** Shows progress on standard error: in place on a terminal, in lines elsewhere, not at all with `isSilent`. */
export function openProgress(isSilent: boolean): Progress {
  if (isSilent) return { show: () => {}, end: () => {} }
  const isTerminal = process.stderr.isTTY === true && process.env.TERM !== 'dumb'
  return isTerminal ? liveProgress() : plainProgress()
}

function liveProgress(): Progress {
  const block = openLiveBlock(process.stderr)
  let view = NOTHING_YET
  const draw = () => block.draw(runLines(view, { ...pageOn(process.stderr), now: performance.now() }))
  // The times of models that have not answered go on.
  const timer = setInterval(draw, REDRAW_MS)
  timer.unref()
  return {
    show(shown) {
      view = shown
      draw()
    },
    end() {
      clearInterval(timer)
      // What nobody got round to.
      if (view === NOTHING_YET) block.draw([])
      block.end()
    },
  }
}

function plainProgress(): Progress {
  let before = NOTHING_YET
  return {
    show(view) {
      for (const line of plainLines(before, view)) process.stderr.write(`${line}\n`)
      before = view
    },
    end: () => {},
  }
}

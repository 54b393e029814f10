import type { WriteStream } from 'node:tty'

const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'

/** Lines at the end of a terminal that are drawn again in the same place. */
export interface LiveBlock {
  /** Replaces what was drawn; each line must fit into the width of the terminal. */
  draw(lines: string[]): void
  /** Leaves what was drawn where it stands. */
  end(): void
}

/** Opens a block on a terminal; the cursor is hidden until it ends. */
export function openLiveBlock(stream: Pick<WriteStream, 'write' | 'rows'>): LiveBlock {
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

import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type PanelVoice, replyAs } from '../../test/support/panel-replies.ts'
import { settingsFor, startScriptedProvider } from '../../test/support/scripted-provider.ts'
import { drawTerminal } from './draw-terminal.ts'

const SCREEN = { columns: 80, rows: 40 }
const QUESTION = 'What is the capital of Australia?'
const TEXT = `**Canberra** is the capital of Australia.

- founded in 1913, halfway between *Sydney* and *Melbourne*, which both wanted to be the capital
- seat of the parliament since 1927`

/** What the models of the recording say; they are scripted, and the rest is real. */
const VOICES: Record<string, PanelVoice & { takesMs: number }> = {
  'ada/scripted': { answer: 'Canberra', text: TEXT, takesMs: 900 },
  'bo/scripted': { answer: 'Sydney', yieldsTo: 'Canberra', takesMs: 600 },
  'cyn/scripted': { answer: 'Canberra', text: TEXT, takesMs: 1_300 },
}

/** Whether a terminal can be recorded here. */
export function canRecord(): boolean {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs `stretto ask` in a terminal and draws what is on the screen at its end. */
export async function recordTerminal(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-recording-'))
  const provider = await startScriptedProvider(async (call) => {
    const voice = VOICES[call.model]!
    await pause(voice.takesMs)
    return replyAs(voice, call)
  })
  const socket = join(folder, 'tmux')
  // Not waiting here for what it does: the models of the recording answer in this process.
  const tmux = async (...args: string[]) =>
    (await promisify(execFile)('tmux', ['-S', socket, ...args])).stdout
  try {
    const bin = new URL('../../bin', import.meta.url).pathname
    const settings = { ...settingsFor(provider), DATA_DIR: join(folder, 'data'), TERM: 'xterm-256color' }
    const environment = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`])
    const command = `stretto ask "${QUESTION}" \\\n  --models ${Object.keys(VOICES).join(',')}`
    const script = [
      `stretto() { ${process.execPath} ${bin}/stretto.mjs "$@"; }`,
      `printf '%s\\n' ${quoted(`$ ${command}`)}`,
      command,
      'tmux wait-for -S over',
      'sleep 60',
    ].join('\n')
    const size = ['-x', String(SCREEN.columns), '-y', String(SCREEN.rows)]
    await tmux(
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      ...size,
      ...environment,
      '-c',
      folder,
      'bash',
      '-c',
      script,
    )
    await tmux('wait-for', 'over')
    const screen = await tmux('capture-pane', '-e', '-p')
    const description = `A terminal: ${command.replace(/\\\n\s+/, '')}, the answers of three models, D after each round, the answer and how far to trust it`
    return { 'terminal-ask.svg': drawTerminal(screen, SCREEN.columns, description) }
  } finally {
    await tmux('kill-server')
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

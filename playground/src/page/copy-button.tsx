import { useEffect, useState } from 'preact/hooks'

const THANKS_MS = 2000

/** Copies a text to the clipboard, and says so. */
export function CopyButton({ text, label, what }: { text: () => string; label: string; what: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), THANKS_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`${label} ${what}`}
      onClick={async () => setOutcome((await copy(text())) ? 'copied' : 'failed')}
    >
      <span aria-live="polite">
        {outcome === null ? label : outcome === 'copied' ? 'Copied' : 'Not allowed by the browser'}
      </span>
    </button>
  )
}

async function copy(text: string): Promise<boolean> {
  try {
    // Absent where the page was not loaded over HTTPS or from this machine.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'off-screen'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}

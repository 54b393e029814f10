import { useId } from 'preact/hooks'
import { LIMITS } from '../../../src/contract/limits.ts'

interface QuestionBoxProps {
  label: string
  placeholder?: string
  rows: number
  value: string
  onChange: (text: string) => void
  onSubmit: () => void
}

/** A box for a question, sent with Enter, and says so. On a touch screen Enter breaks the line. */
export function QuestionBox({ label, onChange, onSubmit, ...box }: QuestionBoxProps) {
  const keys = useId()
  return (
    <>
      <label class="question">
        <span class="hidden">{label}</span>
        <textarea
          {...box}
          aria-describedby={keys}
          maxLength={LIMITS.queryCharacters}
          dir="auto"
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSending(event)) return
            event.preventDefault()
            onSubmit()
          }}
        />
      </label>
      <p class="hint keys" id={keys}>
        Enter sends, Shift+Enter breaks the line.
      </p>
    </>
  )
}

/** Safari says of the Enter that ends a composition only that it is handled elsewhere. */
const HANDLED_ELSEWHERE = 229

function isSending(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey) return false
  if (event.isComposing || event.keyCode === HANDLED_ELSEWHERE) return false
  return event.ctrlKey || event.metaKey || !matchMedia('(pointer: coarse)').matches
}

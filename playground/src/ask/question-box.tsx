import { LIMITS } from '../../../src/contract/limits.ts'

interface QuestionBoxProps {
  label: string
  placeholder?: string
  rows: number
  value: string
  onChange: (text: string) => void
  /** Ctrl or Cmd with Enter. */
  onSubmit: () => void
}

/** A box for a question, sent with Ctrl or Cmd and Enter. */
export function QuestionBox({ label, onChange, onSubmit, ...box }: QuestionBoxProps) {
  return (
    <label class="question">
      <span class="hidden">{label}</span>
      <textarea
        {...box}
        maxLength={LIMITS.queryCharacters}
        dir="auto"
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            onSubmit()
          }
        }}
      />
    </label>
  )
}

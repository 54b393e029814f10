import { useState } from 'preact/hooks'
import { QuestionBox } from '../ask/question-box.tsx'
import { WithMaths } from '../markdown/maths.tsx'

interface QuestionProps {
  text: string
  /** Whether it cannot be edited now. */
  isFixed: boolean
  /** Absent where nothing can be asked. */
  onEdit?: ((text: string) => void) | undefined
}

const LONG = 110
const TOO_LONG = 600

/** The question, which can be edited and asked anew. */
export function Question({ text, isFixed, onEdit }: QuestionProps) {
  const [edited, setEdited] = useState<string | null>(null)
  const [isWhole, setWhole] = useState(false)
  if (edited !== null) {
    const ask = () => {
      if (edited.trim() === '') return
      setEdited(null)
      onEdit?.(edited.trim())
    }
    return (
      <form
        class="edited-question"
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <QuestionBox label="Question" rows={2} value={edited} onChange={setEdited} onSubmit={ask} />
        <div class="row">
          <button type="submit" class="primary" disabled={edited.trim() === ''}>
            Ask
          </button>
          <button type="button" class="quiet" onClick={() => setEdited(null)}>
            Cancel
          </button>
        </div>
      </form>
    )
  }
  const isCut = text.length > TOO_LONG && !isWhole
  return (
    <div class="question-line">
      <h1 class={text.length > LONG ? 'long' : undefined} dir="auto">
        <WithMaths text={isCut ? `${text.slice(0, TOO_LONG)} …` : text || 'A saved answer'} />
      </h1>
      {text.length > TOO_LONG && (
        <button type="button" class="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show the whole question'}
        </button>
      )}
      {!isFixed && onEdit && text !== '' && (
        <button type="button" class="quiet" onClick={() => setEdited(text)}>
          Edit question
        </button>
      )}
    </div>
  )
}

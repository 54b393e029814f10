import { useState } from 'preact/hooks'
import type { EdgeClient } from '../../../src/client/index.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { QuestionBox } from '../ask/question-box.tsx'
import { useModels } from '../ask/use-models.ts'

/** A box for the next message, which the same models answer knowing everything that was said before. */
export function NextMessage({ edge, onSend }: { edge: EdgeClient; onSend: (text: string) => void }) {
  const [text, setText] = useState('')
  const { models } = useModels(edge)
  if (models?.router === 'offline')
    return (
      <p class="hint next-message">
        Follow-up questions need a language model. <a href="#/settings">Connect one</a>, or{' '}
        <a href="#/">ask a new question</a>.
      </p>
    )
  const send = () => {
    if (text.trim() !== '') onSend(text.trim())
  }
  return (
    <form
      class="next-message"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <QuestionBox
        label="Next message"
        placeholder="Ask a follow-up"
        rows={1}
        maxLength={LIMITS.queryCharacters}
        value={text}
        onChange={setText}
        onSubmit={send}
      />
      <button type="submit" class="primary" title="Ctrl+Enter" disabled={text.trim() === ''}>
        Send
      </button>
    </form>
  )
}

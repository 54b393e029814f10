import { LIMITS } from '../../../src/contract/limits.ts'
import type { FormDocument } from './ask-form-state.ts'

interface DocumentFieldsProps {
  documents: FormDocument[]
  onChange: (documents: FormDocument[]) => void
}

/** Documents that every model sees. Here they are pasted. */
export function DocumentFields({ documents, onChange }: DocumentFieldsProps) {
  const set = (index: number, change: Partial<FormDocument>) =>
    onChange(documents.map((one, place) => (place === index ? { ...one, ...change } : one)))
  return (
    <fieldset class="documents">
      <legend>Documents</legend>
      <p class="hint">
        Every model sees them and can cite them. What they say is not taken for instructions.
      </p>
      {documents.map(({ title, text }, index) => (
        <div class="document" key={index}>
          <label class="field">
            <span>Title of document {index + 1}</span>
            <input
              value={title}
              maxLength={LIMITS.documentTitleCharacters}
              onInput={({ currentTarget }) => set(index, { title: currentTarget.value })}
            />
          </label>
          <label class="field">
            <span>Text of document {index + 1}</span>
            <textarea
              rows={4}
              value={text}
              onInput={({ currentTarget }) => set(index, { text: currentTarget.value })}
            />
          </label>
          <button
            type="button"
            class="quiet"
            onClick={() => onChange(documents.filter((_, place) => place !== index))}
          >
            Remove document {index + 1}
          </button>
        </div>
      ))}
      {documents.length < LIMITS.contextDocuments && (
        <button type="button" class="add" onClick={() => onChange([...documents, { title: '', text: '' }])}>
          Add a document
        </button>
      )}
    </fieldset>
  )
}

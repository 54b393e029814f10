import { useState } from 'preact/hooks'
import { voiceLabel } from '../run/voice-label.ts'
import { ModelPicker } from './model-picker.tsx'
import type { Models } from './use-models.ts'

interface ModelFieldProps {
  chosen: string[]
  models: Models | null
  onChange: (chosen: string[]) => void
  onSave: (name: string) => void
}

/** The chosen models as chips, the list to choose them from, and a name to keep them under. */
export function ModelField({ chosen, models, onChange, onSave }: ModelFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const save = () => {
    if (name.trim() !== '') onSave(name.trim())
  }
  return (
    <div class="field models">
      {chosen.length > 0 && (
        <ul class="chips" aria-label="Chosen models">
          {chosen.map((id, index) => (
            <li key={`${id} ${index}`}>
              <span title={id}>{voiceLabel(id).title}</span>
              <button
                type="button"
                aria-label={`Remove ${id}`}
                onClick={() => onChange(chosen.filter((_, place) => place !== index))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="hint">
        {chosen.length === 0
          ? 'Until models are chosen, the default models are asked.'
          : chosen.length === 1
            ? 'One model is asked several times, and its replies are compared. Two or more also correct each other.'
            : ''}
      </p>
      <div class="row">
        <button type="button" disabled={models === null} onClick={() => setOpen(true)}>
          {chosen.length === 0 ? 'Show models' : 'Change models'}
        </button>
        {chosen.length > 0 && (
          <>
            <input
              aria-label="Name of this panel"
              placeholder="Name, to save them"
              maxLength={40}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                save()
              }}
            />
            <button type="button" disabled={name.trim() === ''} onClick={save}>
              Save
            </button>
          </>
        )}
      </div>
      {isOpen && models !== null && (
        <ModelPicker chosen={chosen} models={models} onChange={onChange} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

import { useState } from 'preact/hooks'
import { voiceLabel } from '../run/voice-label.ts'
import type { Models } from './use-models.ts'

interface ModelFieldProps {
  chosen: string[]
  models: Models | null
  onChange: (chosen: string[]) => void
}

/** The models of the panel as chips; any identifier can be typed, and those of the service are suggested. */
export function ModelField({ chosen, models, onChange }: ModelFieldProps) {
  const [text, setText] = useState('')
  const add = (given: string) => {
    const names = given
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    if (names.length > 0) onChange([...chosen, ...names])
    setText('')
  }
  const listed = models?.models ?? []
  const defaults = models?.default_models ?? []
  const suggested = [...new Set([...defaults, ...listed.slice(0, MOST_SUGGESTED).map(({ id }) => id)])]
  return (
    <div class="field models">
      <label for="model-input">Models</label>
      {chosen.length > 0 && (
        <ul class="chips">
          {chosen.map((name, index) => (
            <li key={`${name} ${index}`}>
              <span title={name}>{voiceLabel(name).title}</span>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(chosen.filter((_, place) => place !== index))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <input
          id="model-input"
          list="known-models"
          autocomplete="off"
          spellcheck={false}
          placeholder="vendor/model"
          aria-describedby="model-hint"
          value={text}
          onInput={({ currentTarget: { value } }) => {
            // A suggestion that was picked comes as a whole.
            if (value.endsWith(',') || listed.some(({ id }) => id === value)) add(value)
            else setText(value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              // Whoever chooses models does not want to ask yet.
              event.preventDefault()
              add(text)
            } else if (event.key === 'Backspace' && text === '') onChange(chosen.slice(0, -1))
          }}
        />
        <button type="button" disabled={text.trim() === ''} onClick={() => add(text)}>
          Add
        </button>
      </div>
      <datalist id="known-models">
        {listed.map(({ id, name }) => (
          <option key={id} value={id}>
            {name ?? id}
          </option>
        ))}
      </datalist>
      <p id="model-hint" class="hint">
        {chosen.length === 0
          ? 'Choose at least two. Until then the default models are asked.'
          : chosen.length === 1
            ? 'Choose at least one more.'
            : ''}
      </p>
      <div class="suggestions">
        {suggested
          .filter((name) => !chosen.includes(name))
          .map((name) => (
            <button
              type="button"
              class="quiet"
              key={name}
              title={name}
              aria-label={`Add ${name}`}
              onClick={() => onChange([...chosen, name])}
            >
              + {voiceLabel(name).title}
            </button>
          ))}
      </div>
    </div>
  )
}

const MOST_SUGGESTED = 6

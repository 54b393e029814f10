import { useState } from 'preact/hooks'
import { applyTheme, readTheme, THEMES } from './theme.ts'

const LABELS = { system: 'As the system', light: 'Light', dark: 'Dark' }

/** Chooses the theme. */
export function ThemeField() {
  const [theme, setTheme] = useState(readTheme)
  return (
    <fieldset class="row theme" aria-labelledby="theme-title">
      {THEMES.map((one) => (
        <label class="check" key={one}>
          <input
            type="radio"
            name="theme"
            checked={one === theme}
            onChange={() => {
              applyTheme(one)
              setTheme(one)
            }}
          />
          <span>{LABELS[one]}</span>
        </label>
      ))}
    </fieldset>
  )
}

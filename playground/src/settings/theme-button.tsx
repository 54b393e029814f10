import { useState } from 'preact/hooks'
import { applyTheme, readTheme, THEMES } from './theme.ts'

/** Goes through the themes. */
export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!
  return (
    <button
      type="button"
      class="quiet"
      title={`Change to ${next}`}
      onClick={() => {
        applyTheme(next)
        setTheme(next)
      }}
    >
      Theme: {theme}
    </button>
  )
}

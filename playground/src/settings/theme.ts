import { thisBrowser } from './storage.ts'

/** What the page looks like: as the system does by default. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const NAME = 'stretto.theme'

export function readTheme(): Theme {
  return THEMES.find((theme) => theme === thisBrowser.read(NAME)) ?? 'system'
}

/** Shows the page in a theme, and keeps it. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  if (theme === 'system') thisBrowser.remove(NAME)
  else thisBrowser.write(NAME, theme)
}

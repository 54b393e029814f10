/** Prose without its typesetting: stars, backticks, the wrappers of LaTeX; lines stay lines. */
export function plainProse(text: string): string {
  let prose = text.replace(/\*\*|__|`/g, '')
  if (prose.includes('\\'))
    prose = prose
      .replace(/\\(?:text|mathrm|mathbf|textbf|textit|mathit|operatorname)\s?\{([^{}]*)\}/g, '$1')
      .replace(/\\[,;!]/g, ' ')
      .replace(/\\[()[\]]|\$\$/g, ' ')
  return prose.replace(/\r/g, '')
}

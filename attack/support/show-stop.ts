import type { Ending } from './service.ts'

/** How a failed start looks to the operator: its exit code, and whether it prints a message or a stack trace. */
export function showStop({ ending, output }: { ending: Ending; output: string }): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('{'))
  const words = lines.find((line) => line.startsWith('stretto:')) ?? lines[0] ?? 'nothing'
  const stack = lines.some((line) => /^\s+at /.test(line)) ? ', with a stack' : ''
  return `stops with ${ending.code ?? ending.signal}${stack}: ${withoutFolders(words).slice(0, 200)}`
}

/** Removes the names of temporary folders, which are different each time. */
function withoutFolders(text: string): string {
  return text.replaceAll(/\/\S*stretto-attack-\S+?(?=[\s:.,]|$)/g, '<folder>')
}

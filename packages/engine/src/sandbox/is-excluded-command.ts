import { matchCommandPattern, parseCommandPattern } from '../permissions/command-pattern.ts'
import { isPlainPart } from '../permissions/shell/command-part.ts'
import { formatWords } from '../permissions/shell/command-texts.ts'
import { listCommandParts } from '../permissions/shell/list-command-parts.ts'

/** Whether everything that a line would run is excluded from the sandbox; a line that is not understood completely stays inside. */
export function isExcludedCommand(command: string, excluded: readonly string[], home: string): boolean {
  if (excluded.length === 0) return false
  const { parts, isPlain } = listCommandParts(command, home)
  const patterns = excluded.map(text => parseCommandPattern(/[*]/.test(text) ? text : `${text}:*`))
  return (
    isPlain &&
    parts.length > 0 &&
    parts.every(
      part =>
        isPlainPart(part) &&
        formatWords(part.words).some(text => patterns.some(pattern => matchCommandPattern(pattern, text))),
    )
  )
}

/** One command of a shell line, as its words; a word that the shell would make something else of is null. */
export type ShellCommand = readonly (string | null)[]

/** Splits a line into the commands that run one after the other; undefined where quotes do not close. */
export function readShellWords(line: string): readonly ShellCommand[] | undefined {
  const commands: (string | null)[][] = [[]]
  let word: string | undefined
  let isKnown = true
  const endWord = (): void => {
    if (word !== undefined) commands.at(-1)?.push(isKnown ? word : null)
    word = undefined
    isKnown = true
  }
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? ''
    if (sign === "'" || sign === '"') {
      const end = findQuote(line, at)
      if (end === -1) return undefined
      const quoted = line.slice(at + 1, end)
      word = (word ?? '') + (sign === '"' ? quoted.replace(/\\(["\\$`])/g, '$1') : quoted)
      if (sign === '"' && /(?<!\\)[$`]/.test(quoted)) isKnown = false
      at = end
    } else if (sign === '\\') {
      at += 1
      if (line[at] !== '\n') word = (word ?? '') + (line[at] ?? '')
    } else if (SEPARATORS.has(sign)) {
      endWord()
      commands.push([])
    } else if (sign.trim() === '') endWord()
    else {
      word = (word ?? '') + sign
      if (EXPANDED.has(sign)) isKnown = false
    }
  }
  endWord()
  return commands.filter(command => command.length > 0)
}

const SEPARATORS: ReadonlySet<string> = new Set([';', '&', '|', '\n'])
const EXPANDED: ReadonlySet<string> = new Set('$`*?[]{}~<>()'.split(''))

function findQuote(line: string, start: number): number {
  const quote = line[start]
  for (let at = start + 1; at < line.length; at += 1) {
    if (quote === '"' && line[at] === '\\') at += 1
    else if (line[at] === quote) return at
  }
  return -1
}

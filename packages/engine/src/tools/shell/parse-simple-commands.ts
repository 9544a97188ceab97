/** A command of plain words, and what stands between it and the one before. */
export type SimpleCommand = {
  readonly operator: '|' | '||' | '&&' | ';' | null
  readonly words: readonly string[]
  /** The shell puts names of files into it, and these may look like options. */
  readonly hasGlob: boolean
}

/**
 * Takes apart a command line that consists of plain words, quotes and `|`, `||`, `&&`, `;`.
 * Null for anything beyond that: expansions, redirections, subshells, escapes, several lines.
 */
export function parseSimpleCommands(line: string): readonly SimpleCommand[] | null {
  const commands: SimpleCommand[] = []
  let operator: SimpleCommand['operator'] = null
  let words: string[] = []
  let hasGlob = false
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < line.length) {
    const match = TOKEN.exec(line)
    if (!match) return null
    const { separator, word } = match.groups ?? {}
    if (word !== undefined) {
      words.push(unquote(word))
      hasGlob ||= /[*?[]/.test(word.replace(QUOTED, ''))
    }
    if (separator === undefined) continue
    if (words.length === 0) return null
    commands.push({ operator, words, hasGlob })
    operator = separator as SimpleCommand['operator'] // the expression matches these four only
    words = []
    hasGlob = false
  }
  return words.length === 0 ? null : [...commands, { operator, words, hasGlob }]
}

// Blanks | a redirection into nothing | an operator | a word of plain and quoted pieces. Each alternative
// begins with other characters, so that the scan is linear; whatever matches none of them ends it.
const TOKEN = new RegExp(
  [
    '[ \\t]+',
    '(?:2>&1|[12&]?>[ ]?/dev/null)(?=[ \\t;|]|$)',
    '(?<separator>\\|\\||&&|\\||;)',
    `(?<word>(?:[^\\s'"$\`\\\\(){}<>&;|#!]|'[^'\\n]*'|"[^"$\`\\\\\\n]*")+)`,
  ].join('|'),
  'y',
)

const QUOTED = /'([^']*)'|"([^"]*)"/g

function unquote(word: string): string {
  return word.replace(QUOTED, (_, single?: string, double?: string) => single ?? double ?? '')
}

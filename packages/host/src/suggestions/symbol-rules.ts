/** A line that defines something of a kind; its first group is the name. */
export type SymbolRule = readonly [kind: string, pattern: RegExp]

const NAME = '([A-Za-z_$][\\w$]*)'

const SCRIPT: readonly SymbolRule[] = [
  rule('FUNCTION', `^\\s*${modifiers('export default declare async')}function\\s*\\*?\\s*${NAME}`),
  rule('CLASS', `^\\s*${modifiers('export default declare abstract')}class\\s+${NAME}`),
  rule('INTERFACE', `^\\s*${modifiers('export default declare')}interface\\s+${NAME}`),
  rule('TYPE', `^\\s*${modifiers('export declare')}type\\s+${NAME}\\s*[=<]`),
  rule('ENUM', `^\\s*${modifiers('export declare const')}enum\\s+${NAME}`),
  rule(
    'FUNCTION',
    `^${modifiers('export')}(?:const|let|var)\\s+${NAME}\\s*=\\s*(?:async\\s*)?(?:function\\b|\\(|<|\\w+\\s*=>)`,
  ),
  rule('CONSTANT', `^export\\s+(?:const|let|var)\\s+${NAME}`),
]

const PYTHON: readonly SymbolRule[] = [
  rule('FUNCTION', `^\\s*(?:async\\s+)?def\\s+${NAME}`),
  rule('CLASS', `^\\s*class\\s+${NAME}`),
]

const GO: readonly SymbolRule[] = [
  rule('FUNCTION', `^func\\s+(?:\\([^)]*\\)\\s*)?${NAME}`),
  rule('TYPE', `^type\\s+${NAME}`),
]

const RUST: readonly SymbolRule[] = [
  rule(
    'FUNCTION',
    `^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?${modifiers('default const async unsafe')}(?:extern\\s+"\\w+"\\s+)?fn\\s+${NAME}`,
  ),
  rule('CLASS', `^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?struct\\s+${NAME}`),
  rule('ENUM', `^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?enum\\s+${NAME}`),
  rule('INTERFACE', `^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?${modifiers('unsafe')}trait\\s+${NAME}`),
  rule('TYPE', `^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?type\\s+${NAME}`),
]

const VISIBILITY = modifiers(
  'public protected private internal static final abstract sealed open data inline suspend override virtual async partial readonly synchronized default',
)

const JAVA_LIKE: readonly SymbolRule[] = [
  rule('INTERFACE', `^\\s*${VISIBILITY}interface\\s+${NAME}`),
  rule('ENUM', `^\\s*${VISIBILITY}enum\\s+(?:class\\s+)?${NAME}`),
  rule('CLASS', `^\\s*${VISIBILITY}(?:class|record|object|struct)\\s+${NAME}`),
  rule('FUNCTION', `^\\s*${VISIBILITY}fun\\s+(?:<[^>]*>\\s*)?(?:[\\w.<>?]+\\.)?${NAME}\\s*\\(`),
  rule(
    'FUNCTION',
    `^\\s+(?:public|protected|private|internal|static)\\s[\\w<>\\[\\], .?]*?\\b${NAME}\\s*\\([^;=]*$`,
  ),
]

const C: readonly SymbolRule[] = [
  rule('CLASS', `^\\s*(?:typedef\\s+)?(?:struct|class|union)\\s+${NAME}[^;]*$`),
  rule('ENUM', `^\\s*(?:typedef\\s+)?enum\\s+(?:class\\s+)?${NAME}[^;]*$`),
  rule('CONSTANT', `^#\\s*define\\s+${NAME}`),
  rule('FUNCTION', `^(?!return\\b|else\\b|typedef\\b)[A-Za-z_][\\w\\s*&:<>,]*[\\s*&:]${NAME}\\s*\\([^;]*$`),
]

const RUBY: readonly SymbolRule[] = [
  rule('FUNCTION', '^\\s*def\\s+(?:self\\.)?([A-Za-z_]\\w*[?!=]?)'),
  rule('CLASS', `^\\s*(?:class|module)\\s+${NAME}`),
]

const PHP: readonly SymbolRule[] = [
  rule(
    'FUNCTION',
    `^\\s*${modifiers('public protected private static final abstract')}function\\s+&?${NAME}`,
  ),
  rule('CLASS', `^\\s*${modifiers('final abstract readonly')}(?:class|trait|enum)\\s+${NAME}`),
  rule('INTERFACE', `^\\s*interface\\s+${NAME}`),
]

const SWIFT: readonly SymbolRule[] = [
  rule(
    'FUNCTION',
    `^\\s*${modifiers('public private internal fileprivate open static override final mutating async')}func\\s+${NAME}`,
  ),
  rule(
    'CLASS',
    `^\\s*${modifiers('public private internal fileprivate open final')}(?:class|struct|actor)\\s+${NAME}`,
  ),
  rule('ENUM', `^\\s*${modifiers('public private internal fileprivate indirect')}enum\\s+${NAME}`),
  rule('INTERFACE', `^\\s*${modifiers('public private internal fileprivate')}protocol\\s+${NAME}`),
]

const SHELL: readonly SymbolRule[] = [
  rule('FUNCTION', '^\\s*(?:function\\s+)?([A-Za-z_][\\w-]*)\\s*\\(\\)'),
  rule('FUNCTION', '^\\s*function\\s+([A-Za-z_][\\w-]*)'),
]

const ELIXIR: readonly SymbolRule[] = [
  rule('FUNCTION', '^\\s*defp?\\s+([a-z_]\\w*[?!]?)'),
  rule('CLASS', '^\\s*defmodule\\s+([\\w.]+)'),
]

const LANGUAGES: readonly (readonly [endings: string, rules: readonly SymbolRule[]])[] = [
  ['ts tsx mts cts js jsx mjs cjs vue svelte', SCRIPT],
  ['py pyi', PYTHON],
  ['go', GO],
  ['rs', RUST],
  ['java kt kts scala cs groovy', JAVA_LIKE],
  ['c h cc cpp cxx hpp hh m mm', C],
  ['rb rake', RUBY],
  ['php', PHP],
  ['swift', SWIFT],
  ['sh bash zsh', SHELL],
  ['ex exs', ELIXIR],
]

/** What defines something, by the ending of the file. */
export const SYMBOL_RULES: ReadonlyMap<string, readonly SymbolRule[]> = new Map(
  LANGUAGES.flatMap(([endings, rules]) => endings.split(' ').map(ending => [ending, rules] as const)),
)

function rule(kind: string, pattern: string): SymbolRule {
  return [kind, new RegExp(pattern)]
}

function modifiers(words: string): string {
  return `(?:(?:${words.replaceAll(' ', '|')})\\s+)*`
}

/** The language of a file by its name, as Claude Code calls it; `unknown` where the name does not tell. */
export function findLanguage(path: string): string {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return LANGUAGES.get(extension) ?? 'unknown'
}

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    TypeScript: 'ts tsx mts cts',
    JavaScript: 'js jsx mjs cjs',
    Python: 'py pyi',
    Markdown: 'md mdx',
    JSON: 'json jsonl',
    YAML: 'yaml yml',
    Go: 'go',
    Rust: 'rs',
    Java: 'java',
    Kotlin: 'kt kts',
    Swift: 'swift',
    Ruby: 'rb',
    PHP: 'php',
    C: 'c h',
    'C++': 'cc cpp cxx hpp',
    'C#': 'cs',
    HTML: 'html htm',
    CSS: 'css scss less',
    SQL: 'sql',
    Shell: 'sh bash zsh',
    'Jupyter Notebook': 'ipynb',
  }).flatMap(([language, extensions]) =>
    extensions.split(' ').map(extension => [extension, language] as const),
  ),
)

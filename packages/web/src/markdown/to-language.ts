/** The name by which the highlighter knows a language; empty where it does not. */
export function toLanguage(name: string): string {
  const word =
    name
      .trim()
      .split(/[\s,{]/)[0]
      ?.toLowerCase() ?? ''
  return ALIASES.get(word) ?? ''
}

/** The language of a file, by how its name ends. */
export function languageOfFile(path: string): string {
  const end = /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]
  return end === undefined ? '' : toLanguage(end)
}

const NAMES: Readonly<Record<string, string>> = {
  bash: 'bash sh shell zsh console',
  cpp: 'cpp c cc h hpp c++ cxx',
  css: 'css scss less',
  diff: 'diff patch',
  go: 'go golang',
  java: 'java kt kotlin',
  json: 'json jsonc json5 jsonl',
  markdown: 'markdown md mdx',
  python: 'python py',
  rust: 'rust rs',
  sql: 'sql',
  typescript: 'typescript ts tsx javascript js jsx mjs cjs mts cts',
  xml: 'xml html svg vue htm',
  yaml: 'yaml yml toml',
}

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([name, aliases]) => aliases.split(' ').map(alias => [alias, name] as const)),
)

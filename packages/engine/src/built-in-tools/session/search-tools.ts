/** A tool that can be found. */
export type SearchableTool = { readonly name: string; readonly description: string }

/** What a search found, best first, and which names it asked for in vain. */
export type ToolSearchResult = { readonly names: readonly string[]; readonly unknown: readonly string[] }

/**
 * Finds tools: `select:A,B` by name, anything else by words in name and description.
 * A word with `+` before it must occur.
 */
export function searchTools(
  tools: readonly SearchableTool[],
  query: string,
  maxResults: number,
): ToolSearchResult {
  const selection = /^\s*select:(.*)$/is.exec(query)?.[1]
  if (selection !== undefined) return selectTools(tools, selection)
  const words = query
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(word => /[^\s+]/.test(word))
  const required = words.filter(word => word.startsWith('+')).map(word => word.slice(1))
  const all = words.map(word => word.replace(/^\+/, ''))
  const scored = tools
    .map(tool => ({ name: tool.name, score: score(tool, all, required) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  return { names: scored.slice(0, maxResults).map(({ name }) => name), unknown: [] }
}

function selectTools(tools: readonly SearchableTool[], selection: string): ToolSearchResult {
  const wanted = selection
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  const byName = new Map(tools.map(({ name }) => [name.toLowerCase(), name]))
  const names = wanted.flatMap(name => byName.get(name.toLowerCase()) ?? [])
  return { names: [...new Set(names)], unknown: wanted.filter(name => !byName.has(name.toLowerCase())) }
}

const WHOLE_NAME = 100
const PART_OF_NAME = 10
const WITHIN_NAME = 5
const IN_DESCRIPTION = 2

function score(tool: SearchableTool, words: readonly string[], required: readonly string[]): number {
  const name = tool.name.toLowerCase()
  const parts = new Set(
    tool.name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\d]+/u),
  )
  const description = tool.description.toLowerCase()
  const scoreOf = (word: string): number => {
    if (name === word) return WHOLE_NAME
    if (parts.has(word)) return PART_OF_NAME
    if (name.includes(word)) return WITHIN_NAME
    return description.includes(word) ? IN_DESCRIPTION : 0
  }
  if (required.some(word => scoreOf(word) === 0)) return 0
  return words.reduce((sum, word) => sum + scoreOf(word), 0)
}

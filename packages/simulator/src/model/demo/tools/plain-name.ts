/** A tool's name without its server, case and punctuation: `mcp__files__read_file` and `ReadFile` are both `readfile`. */
export function plainName(name: string): string {
  return name
    .replace(/^mcp__.+?__/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

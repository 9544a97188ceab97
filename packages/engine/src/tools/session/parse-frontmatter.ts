/** What a Markdown file says about itself in its first lines, and the text below them. */
export type Frontmatter = { readonly fields: Readonly<Record<string, string>>; readonly body: string }

/**
 * Reads `key: value` lines between two `---`, with quotes, folded (`>`) and literal (`|`) blocks and continued
 * lines; a list is read as its text (`- a - b`). Everything else of YAML is passed over, and a file without such a head is all body.
 */
export function parseFrontmatter(text: string): Frontmatter {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const end =
    lines[0]?.trim() === '---'
      ? lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
      : -1
  if (end === -1) return { fields: {}, body: lines.join('\n') }
  return {
    fields: readFields(lines.slice(1, end)),
    body: lines
      .slice(end + 1)
      .join('\n')
      .replace(/^\n+/, ''),
  }
}

function readFields(lines: readonly string[]): Readonly<Record<string, string>> {
  const fields = new Map<string, string[]>()
  let current: string[] | undefined
  for (const line of lines) {
    const match = /^([\w-]+)[ \t]*:(?:[ \t]+(.*))?$/.exec(line)
    if (match) {
      current = [match[2] ?? '']
      fields.set(match[1] ?? '', current)
    } else if (/^[ \t]|^-\s/.test(line) || line === '') current?.push(line)
    // Anything else, such as a comment, belongs to no field.
    else current = undefined
  }
  return Object.fromEntries([...fields].map(([name, value]) => [name, joinValue(value)]))
}

function joinValue([first = '', ...rest]: readonly string[]): string {
  const block = /^[>|][-+]?\s*$/.exec(first.trim())
  if (block)
    return rest
      .map(line => line.trim())
      .join(first.trim().startsWith('>') ? ' ' : '\n')
      .trim()
  return unquote(
    [first, ...rest]
      .map(line => line.trim())
      .join(' ')
      .trim(),
  )
}

function unquote(value: string): string {
  if (/^".*"$/s.test(value)) return value.slice(1, -1).replace(/\\(["\\])/g, '$1')
  if (/^'.*'$/s.test(value)) return value.slice(1, -1).replaceAll("''", "'")
  return value.replace(/\s+#.*$/, '')
}

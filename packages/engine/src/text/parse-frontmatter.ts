/** What a Markdown file says about itself in its first lines, and the text below them. */
type Frontmatter = { readonly fields: FrontmatterFields; readonly body: string }

type FrontmatterFields = Readonly<Record<string, string | readonly string[]>>

/**
 * Reads `key: value` lines between two `---`, with quotes, folded (`>`) and literal (`|`) blocks, continued lines and
 * lists (`- a`). It is no YAML on purpose: `description: Use it so: …` and `argument-hint: [a] [b]` are what people
 * write. Everything else is passed over, and a file without such a head is all body.
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

/** A field as a text; the items of a list with commas. */
export function readField(fields: FrontmatterFields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return typeof value === 'string' ? value : (value ?? []).join(', ')
}

function readFields(lines: readonly string[]): FrontmatterFields {
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

function joinValue([first = '', ...rest]: readonly string[]): string | readonly string[] {
  const [head, lines] = [first.trim(), rest.map(line => line.trim())]
  if (/^[>|][-+]?$/.test(head)) return lines.join(head.startsWith('>') ? ' ' : '\n').trim()
  const items = lines.filter(line => line !== '')
  const isList = head === '' && items.length > 0 && items.every(line => LIST_ITEM.test(line))
  if (isList) return items.map(line => unquote(line.replace(LIST_ITEM, '')))
  return unquote([head, ...lines].join(' ').trim())
}

const LIST_ITEM = /^-(?:\s+|$)/

function unquote(value: string): string {
  if (/^".*"$/s.test(value)) return readEscapes(value)
  if (/^'.*'$/s.test(value)) return value.slice(1, -1).replaceAll("''", "'")
  return value.replace(/\s#.*$/, '').trimEnd()
}

/** The escapes in double quotes are JSON's; a text that has others is taken as it stands. */
function readEscapes(value: string): string {
  try {
    return String(JSON.parse(value))
  } catch {
    return value.slice(1, -1).replace(/\\(["\\])/g, '$1')
  }
}

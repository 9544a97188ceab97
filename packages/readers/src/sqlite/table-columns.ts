/** The columns of a table by the words that made it; null for what stands for the row's number. */
export type TableColumns = { readonly names: readonly string[]; readonly rowId: string | null }

/** Reads the names of columns from a `CREATE TABLE`. */
export function readTableColumns(sql: string): TableColumns {
  const names: string[] = []
  let rowId: string | null = null
  for (const part of splitParts(sql)) {
    if (/^(?:constraint|primary\s+key|unique|foreign\s+key|check)\b/i.test(part)) continue
    const name = /^(?:"([^"]+)"|`([^`]+)`|\[([^\]]+)\]|(\w+))/.exec(part)
    const found = name?.[1] ?? name?.[2] ?? name?.[3] ?? name?.[4]
    if (found === undefined) continue
    if (/^\S+\s+integer\s+primary\s+key/i.test(part)) rowId = found
    names.push(found)
  }
  return { names, rowId }
}

/** The first column of a `CREATE INDEX`. */
export function readIndexColumn(sql: string): string | undefined {
  return splitParts(sql)[0]?.replace(/^["`[]?(\w+)["`\]]?.*$/s, '$1')
}

/** SQLite keeps the words as they were written, with what was noted in them. */
function withoutComments(sql: string): string {
  return sql.replace(
    /('[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\])|--[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, quoted) => quoted ?? ' ',
  )
}

/** What stands between the outermost brackets, at their commas. */
function splitParts(sql: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  let quote = ''
  const words = withoutComments(sql)
  for (const letter of words.slice(words.indexOf('(') + 1)) {
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === "'" || letter === '"' || letter === '`') quote = letter
    else if (letter === '(') depth += 1
    else if (letter === ')' && depth-- === 0) break
    else if (letter === ',' && depth === 0) {
      parts.push(part.trim())
      part = ''
      continue
    }
    part += letter
  }
  return [...parts, part.trim()].filter(Boolean)
}

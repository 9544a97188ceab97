/** What is known of some programs, column by column. */
type ProgramTable = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Reads a table: `name, name: column words | column words` in each line. Whatever stands in several lines for a name counts. */
export function readProgramTable(text: string): ProgramTable {
  const table = new Map<string, Map<string, string>>()
  for (const line of text.trim().split('\n')) {
    const [names = '', ...columns] = line.trim().split(/: (?=\w+(?: |$))| \| /)
    for (const name of names.split(', ')) {
      const known = table.get(name) ?? new Map<string, string>()
      table.set(name, known)
      for (const column of columns) {
        const [kind = '', ...words] = column.split(' ')
        known.set(kind, [...splitWords(known.get(kind)), ...words].join(' '))
      }
    }
  }
  return table
}

/** The words of a column; none of one that is not there. */
export function splitWords(text = ''): readonly string[] {
  return text.split(' ').filter(word => word !== '')
}

/** Options of a program, of which every other is unknown. */
export type KnownOptions = {
  /** Short options without and with a value. */
  readonly flags: string
  readonly values: string
  /** Long options, without their dashes; the second take the next word where none is glued to them. */
  readonly long: readonly string[]
  readonly longValues: readonly string[]
}

/** The options that a table knows of a program. */
export function toKnownOptions(columns: ReadonlyMap<string, string>): KnownOptions {
  return {
    flags: columns.get('flags') ?? '',
    values: columns.get('values') ?? '',
    long: splitWords(columns.get('long')),
    longValues: splitWords(columns.get('longValues')),
  }
}

/** An option: its name or letters, its value where one is glued to it, and whether the next word is its value. */
type ReadOption = { readonly name: string; readonly value: string | null; readonly takesNext: boolean }

/** Reads a word that begins with a dash; null for an option that is not known. */
export function readKnownOption(word: string, options: KnownOptions): ReadOption | null {
  if (word.startsWith('--')) {
    const at = word.indexOf('=')
    const name = word.slice(2, at === -1 ? undefined : at)
    const value = at === -1 ? null : word.slice(at + 1)
    if (options.longValues.includes(name)) return { name, value, takesNext: value === null }
    return options.long.includes(name) ? { name, value, takesNext: false } : null
  }
  for (let index = 1; index < word.length; index++) {
    const letter = word[index] ?? ''
    const name = word.slice(1, index + 1)
    const rest = word.slice(index + 1)
    if (options.values.includes(letter))
      return rest === '' ? { name, value: null, takesNext: true } : { name, value: rest, takesNext: false }
    if (!options.flags.includes(letter)) return null
  }
  return { name: word.slice(1), value: null, takesNext: false }
}

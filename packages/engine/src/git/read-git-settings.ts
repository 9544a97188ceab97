import { readSmallFile } from './read-small-file.ts'

/** One setting of a repository; section and name in small letters, as git compares them. */
export type GitSetting = {
  readonly section: string
  /** What stands in quotes behind the section; null for none. */
  readonly subsection: string | null
  readonly name: string
  /** Null where only the name stands there: true. */
  readonly value: string | null
}

/** Reads a file of settings as git does, but for what makes it hard to read: then null. A file that is not there holds none. */
export function readGitSettings(path: string): readonly GitSetting[] | null {
  const bytes = readSmallFile(path, LARGEST_FILE)
  if (bytes === 'missing') return []
  if (bytes === 'unclear') return null
  const text = bytes.toString('utf8')
  return text.includes('\uFFFD') ? null : parseGitSettings(text)
}

const LARGEST_FILE = 512 * 1024

/** The same for a text. */
export function parseGitSettings(text: string): readonly GitSetting[] | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
  const settings: GitSetting[] = []
  let place: Section | null = null
  for (const line of lines) {
    // A line that goes on in the next, and signs that do not show, are rare, and all that could tell git more than us.
    if (line.endsWith('\\') || UNSEEN.test(line)) return null
    let rest = line.trim()
    while (rest.startsWith('[')) {
      const header = readHeader(rest)
      if (header === null) return null
      place = header.section
      rest = header.rest.trim()
    }
    if (rest === '' || rest.startsWith('#') || rest.startsWith(';')) continue
    const [, name, , value] = SETTING.exec(rest) ?? []
    if (name === undefined || place === null) return null
    settings.push({ ...place, name: name.toLowerCase(), value: value === undefined ? null : unquote(value) })
  }
  return settings
}

type Section = Pick<GitSetting, 'section' | 'subsection'>

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const UNSEEN = /[\u0000-\u0008\u000a-\u001f\u007f\u2028\u2029]/
const SETTING = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(=(.*))?$/
const PLAIN_HEADER = /^\[([A-Za-z0-9-]+)(?:\.([A-Za-z0-9.-]*))?\]/
const QUOTED_HEADER = /^\[([A-Za-z0-9-]+)[ \t]+"((?:[^"\\]|\\.)*)"\]/

function readHeader(text: string): { readonly section: Section; readonly rest: string } | null {
  const plain = PLAIN_HEADER.exec(text)
  const found = plain ?? QUOTED_HEADER.exec(text)
  if (found === null) return null
  const [whole, section = '', subsection = null] = found
  const name = plain === null ? (subsection?.replace(/\\(.)/g, '$1') ?? null) : subsection?.toLowerCase()
  return {
    section: { section: section.toLowerCase(), subsection: name ?? null },
    rest: text.slice(whole.length),
  }
}

/** The value without what surrounds it; what is quoted in parts stays as it is written, and fits no known value. */
function unquote(value: string): string {
  const bare = value.trim()
  const [, quoted] = /^"([^"\\]*)"$/.exec(bare) ?? []
  if (quoted !== undefined || /["\\]/.test(bare)) return quoted ?? bare
  const comment = bare.search(/[#;]/)
  return comment === -1 ? bare : bare.slice(0, comment).trimEnd()
}

import { join } from 'node:path'
import { stripControl } from '@antiphon/core/ui'
import { isThere } from '../files/is-there.ts'
import { personFolder } from '../settings/person-folder.ts'
import { candidatesIn } from './read-memory-file.ts'

/** Whose memory: the project's, the person's for all projects, or the person's for this project. */
export type MemoryPlace = 'project' | 'user' | 'local'

/** Every place, the most usual first. */
export const MEMORY_PLACES: readonly MemoryPlace[] = ['project', 'user', 'local']

export function isMemoryPlace(value: string): value is MemoryPlace {
  return MEMORY_PLACES.some(place => place === value)
}

type Surroundings = {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The file in which words for a place stand: the first that is there, else a CLAUDE.md. */
export async function findMemoryFile(place: MemoryPlace, surroundings: Surroundings): Promise<string> {
  const { cwd } = surroundings
  if (place === 'user') return join(personFolder(surroundings), 'CLAUDE.md')
  if (place === 'local') return join(cwd, 'CLAUDE.local.md')
  const files = candidatesIn(cwd).flatMap(({ path, type }) => (type === 'Project' ? [path] : []))
  for (const file of files) if (await isThere(file)) return file
  return join(cwd, 'CLAUDE.md')
}

/** A text of instructions with one more at its end, as an item of a list. */
export function addLine(text: string, words: string): string {
  const item = stripControl(words)
    .trim()
    .split(/\r?\n/)
    .map((line, at) => (at === 0 ? `- ${line.trim()}` : `  ${line.trim()}`))
    .join('\n')
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return `${before}${item}\n`
}

/** What a person typed as `#words` in a face, as the command that adds it; null for what is no such thing. */
export function toMemoryPrompt(typed: string, place: MemoryPlace): string | null {
  const [, words] = NOTE.exec(typed.trim()) ?? []
  return words === undefined ? null : `/memory ${place} ${words}`
}

/** On one line: a heading of Markdown has text below it. `#12` speaks of an issue, `##` begins a text. */
const NOTE = /^#\s*([^\s#\d!][^\n]*)$/

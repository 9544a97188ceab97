import { join } from 'node:path'
import { type MemoryPlace, stripControl } from '@antiphon/core/ui'
import { isThere } from '../files/is-there.ts'
import { personFolder } from '../settings/person-folder.ts'
import { candidatesIn } from './read-memory-file.ts'

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

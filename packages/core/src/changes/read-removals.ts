import { readString } from '../message/read-field.ts'
import type { ToolStory } from '../ui/tool-story.ts'
import { readShellWords } from './read-shell-words.ts'
import { toAbsolutePath } from './to-absolute-path.ts'

/** Files and folders that a finished shell call removed, as far as its command names them plainly. */
export function readRemovals({ name, input, status, call }: ToolStory): readonly string[] {
  if (status !== 'done' || name !== 'Bash') return []
  const folder = readString(call, 'cwd') ?? ''
  const line = readString(input, 'command') ?? ''
  // What runs only perhaps, or is text for another program, tells nothing for sure.
  if (/\|\||<</.test(line)) return []
  const commands = readShellWords(line) ?? []
  if (commands.some(([first]) => first === null || UNSURE.has(first ?? ''))) return []
  return commands.flatMap(([first, ...words]) => {
    const isGit = first === 'git' && words[0] === 'rm' && !words.includes('--cached')
    if (first !== 'rm' && !isGit) return []
    return words
      .slice(isGit ? 1 : 0)
      .flatMap(word =>
        word === null || word === '' || word.startsWith('-') ? [] : [toAbsolutePath(word, folder)],
      )
  })
}

/** Words of the shell that say when or where something runs: whoever goes elsewhere first removes what stands elsewhere. */
const UNSURE: ReadonlySet<string> = new Set([
  'cd',
  'pushd',
  'if',
  'for',
  'while',
  'until',
  'case',
  'function',
])

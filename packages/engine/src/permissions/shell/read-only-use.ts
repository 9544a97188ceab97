import { readFindUse } from './read-find-use.ts'
import { readGitUse } from './read-git-use.ts'
import { READ_ONLY_COMMANDS, type ReadOnlyCommand } from './read-only-commands.ts'

/** What a command that changes nothing looks at. */
export type ReadOnlyUse = {
  readonly paths: readonly string[]
  /** It reads what is below those paths too. */
  readonly isRecursive: boolean
}

/** What the command reads in any of the folders, if it is certain that it does nothing else; null otherwise. */
export function readReadOnlyUse(words: readonly string[], folders: readonly string[]): ReadOnlyUse | null {
  const [name = '', ...rest] = words
  if (name === 'find') return readFindUse(rest)
  if (name === 'git') return readGitUse(rest, folders)
  if (name === 'sed') return readSedUse(rest)
  // Bash computes a subscript even where it is quoted.
  if ((name === 'test' || name === '[') && rest.some(word => /[[$`]/.test(word))) return null
  // What `date +%s` takes is no file.
  const taken = name === 'date' ? rest.filter(word => !word.startsWith('+')) : rest
  const command = Object.hasOwn(READ_ONLY_COMMANDS, name) ? READ_ONLY_COMMANDS[name] : undefined
  return command === undefined ? null : readUse(command, taken)
}

function readUse(command: ReadOnlyCommand, words: readonly string[]): ReadOnlyUse | null {
  const operands: string[] = []
  const values: string[] = []
  let isRecursive = command.recursion === 'always'
  let hasPattern = false
  let areOptionsOver = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (areOptionsOver || !word.startsWith('-') || word === '-') {
      operands.push(word)
      continue
    }
    if (word === '--') {
      areOptionsOver = true
      continue
    }
    const option = readOption(command, word, words[index + 1])
    if (option === null) return null
    if (option.value !== null) values.push(option.value)
    if (option.takesNext) index++
    hasPattern ||= option.isPattern
    isRecursive ||= option.isRecursive
  }
  if (command.mostPaths !== undefined && operands.length > command.mostPaths) return null
  return { paths: choosePaths(command, { operands, values, hasPattern }), isRecursive }
}

function choosePaths(
  { paths, recursion }: ReadOnlyCommand,
  { operands, values, hasPattern }: { operands: string[]; values: string[]; hasPattern: boolean },
): string[] {
  if (paths === 'none') return []
  const files = paths === 'afterPattern' && !hasPattern ? operands.slice(1) : operands
  // Without a file a recursive search begins here.
  if (recursion !== undefined && files.length === 0) return ['.']
  // Another version of the program may take a value for a file.
  return [...files, ...(paths === 'all' ? values : [])].filter(file => file !== '-' && file !== '')
}

type Option = {
  readonly value: string | null
  readonly takesNext: boolean
  readonly isPattern: boolean
  readonly isRecursive: boolean
}

function readOption(command: ReadOnlyCommand, word: string, next: string | undefined): Option | null {
  const recursiveFlags = typeof command.recursion === 'object' ? command.recursion.flags : ''
  if (word.startsWith('--')) {
    const [name = '', ...value] = word.slice(2).split('=')
    if (!command.long?.split(' ').includes(name)) return null
    const isRecursive = name === 'recursive' && recursiveFlags !== ''
    return {
      value: value.length > 0 ? value.join('=') : null,
      takesNext: false,
      isPattern: name === 'regexp',
      isRecursive,
    }
  }
  let isRecursive = false
  for (let index = 1; index < word.length; index++) {
    const letter = word[index] ?? ''
    if (command.values?.includes(letter)) {
      const glued = word.slice(index + 1)
      const takesNext = glued === ''
      return { value: takesNext ? (next ?? '') : glued, takesNext, isPattern: letter === 'e', isRecursive }
    }
    if (!command.flags.includes(letter)) return null
    isRecursive ||= recursiveFlags.includes(letter)
  }
  return { value: null, takesNext: false, isPattern: false, isRecursive }
}

/** `sed -n 5,10p file`: only printing lines by their numbers is certain to write and run nothing. */
function readSedUse(words: readonly string[]): ReadOnlyUse | null {
  const [flag, script, ...paths] = words
  if (flag !== '-n' || script === undefined || !PRINTING.test(script)) return null
  return paths.some(path => path.startsWith('-')) ? null : { paths, isRecursive: false }
}

const PRINTING = /^(?:\d+|\$)(?:,(?:\d+|\$))?p(?:;(?:\d+|\$)(?:,(?:\d+|\$))?p)*$/

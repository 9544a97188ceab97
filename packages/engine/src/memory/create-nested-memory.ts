import { realpath } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { isAttachmentMessage, type Message, type NestedMemoryAttachment } from '@antiphon/core'
import { createSequence } from '../waiting/sequence.ts'
import {
  candidatesIn,
  createMemoryBudget,
  foldersDownTo,
  type MemoryProblem,
  readMemoryFile,
} from './read-memory-file.ts'

/** Instructions of folders below the working directory, told when something there is touched; again once a compaction has taken them away. */
export interface NestedMemory {
  /** What the folders on the way to a file have to say that was not said yet, and rules let the model read. */
  collect(path: string, mayRead?: (path: string) => boolean): Promise<readonly NestedMemoryAttachment[]>
  /** What was left out since the last time, each once. */
  takeProblems(): readonly MemoryProblem[]
}

/** Makes it for a session; `messages` are what the model reads now. */
export function createNestedMemory(options: {
  readonly cwd: string
  readonly home: string
  /** The files that were told at the start. */
  readonly known: readonly string[]
  readonly messages: () => readonly Message[]
}): NestedMemory {
  const { cwd, home, known, messages } = options
  let seen = new Set<string>()
  let beginning: string | null | undefined
  // Calls that run together would tell the same twice.
  const inOrder = createSequence()
  const told = new Set<string>()
  const untold: MemoryProblem[] = []

  async function collectNow(
    path: string,
    mayRead: (path: string) => boolean,
  ): Promise<readonly NestedMemoryAttachment[]> {
    const now = messages()
    // A conversation that begins with another message was compacted.
    if (beginning !== (now[0]?.uuid ?? null)) {
      beginning = now[0]?.uuid ?? null
      seen = await toRealPaths([...known, ...now.flatMap(toldPaths)])
    }
    const problems: MemoryProblem[] = []
    const reading = { cwd, home, mayRead, seen, problems, budget: createMemoryBudget() }
    const attachments: NestedMemoryAttachment[] = []
    for (const folder of foldersBelow(cwd, path))
      for (const candidate of candidatesIn(folder))
        for (const content of await readMemoryFile(candidate, reading)) {
          const displayPath = relative(cwd, content.path)
          attachments.push({ type: 'nested_memory', path: content.path, content, displayPath })
        }
    for (const problem of problems) {
      const key = JSON.stringify(problem)
      if (!told.has(key)) untold.push(problem)
      told.add(key)
    }
    return attachments
  }

  return {
    takeProblems: () => untold.splice(0),
    collect: (path, mayRead = () => true) => inOrder(() => collectNow(path, mayRead)),
  }
}

function foldersBelow(cwd: string, path: string): readonly string[] {
  return foldersDownTo(dirname(path)).filter(folder => {
    const way = relative(cwd, folder)
    return way !== '' && !way.startsWith('..')
  })
}

function toldPaths(message: Message): readonly string[] {
  if (!isAttachmentMessage(message) || message.attachment.type !== 'nested_memory') return []
  const { path } = message.attachment
  return typeof path === 'string' ? [path] : []
}

async function toRealPaths(paths: readonly string[]): Promise<Set<string>> {
  return new Set(await Promise.all(paths.map(path => realpath(path).catch(() => path))))
}

import { isObject } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'
import type { PersonItem } from '../ui/person-item.ts'
import { messageText } from '../ui/plain-text.ts'
import type { ToolStory } from '../ui/tool-story.ts'
import { readShellWords } from './read-shell-words.ts'

/** A commit that a call of a session made. */
export type SessionCommit = {
  /** The first line of its message. */
  readonly title: string
  /** As git shortened it; null where the output does not tell it. */
  readonly hash: string | null
  /** The call, by the uuid of its item. */
  readonly call: string
  readonly at: string
}

/** The commits of a session in its order, those of subagents included. */
export function listCommits(items: readonly PersonItem[]): readonly SessionCommit[] {
  return items.flatMap(item => {
    if (item.kind !== 'tool' || item.isRetracted) return []
    const own = readCommits(item.story).map(commit => ({
      ...commit,
      call: item.uuid,
      at: item.story.endedAt ?? item.timestamp,
    }))
    return [...own, ...listCommits(item.story.children)]
  })
}

type Told = Pick<SessionCommit, 'title' | 'hash'>

function readCommits({ name, input, status, result }: ToolStory): readonly Told[] {
  if (status !== 'done' || name !== 'Bash') return []
  const command = readString(input, 'command') ?? ''
  if (!/\bgit\b[^\n;&|]*\bcommit\b/.test(command)) return []
  const told = [...readOutput(result).matchAll(TOLD)].map(([, hash = '', title = '']) => ({
    title: title.trim(),
    hash,
  }))
  if (told.length > 0) return told
  // One that was told to be quiet still says what it was given.
  const title = readTitle(command)
  return title === undefined ? [] : [{ title, hash: null }]
}

/** `[main 1a2b3c4] The first line`, as git prints it. */
const TOLD = /^\[[^\]\n]* ([0-9a-f]{7,40})\] (.*)$/gm

function readOutput(result: unknown): string {
  const output = isObject(result) ? readString(result.toolUseResult, 'stdout') : undefined
  return (output ?? messageText(result)).slice(0, LONGEST_OUTPUT)
}

const LONGEST_OUTPUT = 100_000

function readTitle(command: string): string | undefined {
  const heredoc = /<<-?\s*['"]?(\w+)['"]?[^\n]*\n\s*([^\n]+)/.exec(command)?.[2]
  if (heredoc !== undefined) return heredoc.trim()
  for (const words of readShellWords(command) ?? []) {
    if (words[0] !== 'git' || !words.includes('commit') || words.includes('--dry-run')) continue
    const at = words.findIndex(word => word !== null && /^(?:-[a-zA-Z]*m|--message)$/.test(word))
    const joined = words.find(word => word?.startsWith('--message='))?.slice('--message='.length)
    const message = joined ?? (at === -1 ? undefined : words[at + 1])
    if (typeof message === 'string' && message.trim() !== '') return message.trim().split('\n')[0]
  }
  return undefined
}

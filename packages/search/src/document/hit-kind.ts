import type { SearchField, SearchFieldKind } from './read-document.ts'

/** What a person calls a field: tools' input is told apart by what the tool is for. */
export type HitKind = (typeof HIT_KINDS)[number]

export const HIT_KINDS = [
  'prompt',
  'answer',
  'thinking',
  'command',
  'file',
  'call',
  'output',
  'title',
  'note',
] as const

/** The kind of a field in a person's words. */
export function hitKindOf({ kind, tool }: Pick<SearchField, 'kind' | 'tool'>): HitKind {
  return kind === 'tool-input' ? (TOOL_KINDS.get(tool ?? '') ?? 'call') : PLAIN_KINDS[kind]
}

const PLAIN_KINDS: Readonly<Record<Exclude<SearchFieldKind, 'tool-input'>, HitKind>> = {
  prompt: 'prompt',
  answer: 'answer',
  thinking: 'thinking',
  'tool-output': 'output',
  title: 'title',
  attachment: 'note',
  system: 'note',
}

const TOOL_KINDS: ReadonlyMap<string, HitKind> = new Map([
  ...['Bash', 'BashOutput', 'KillShell', 'KillBash', 'PowerShell'].map(tool => [tool, 'command'] as const),
  ...['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'NotebookRead'].map(
    tool => [tool, 'file'] as const,
  ),
])

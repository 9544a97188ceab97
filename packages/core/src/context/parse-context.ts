import { CONTEXT_ICONS, type ContextReference, isContextReference } from '../message/context-reference.ts'
import { unescapeContext } from './context-escape.ts'
import { renderReference } from './render-context.ts'

/** The block at the head of a prompt; its first group holds the lines of the references. */
export const CONTEXT_PATTERN: RegExp = /^> \*\*上下文资料\*\*\n(?:> \n)?((?:> - .+\n)+)\n/

export type ParsedContext = {
  readonly references: readonly ContextReference[]
  /** What the person wrote. */
  readonly text: string
}

/**
 * Takes a prompt apart again. The block is only taken off when every line of it is one that
 * `renderContext` writes; otherwise all stays text, so that nothing is lost.
 */
export function parseContext(text: string): ParsedContext {
  const match = CONTEXT_PATTERN.exec(text)
  const references = match?.[1]?.slice(0, -1).split('\n').map(parseLine)
  if (!match || !references?.every(isContextReference)) return { references: [], text }
  return { references, text: text.slice(match[0].length) }
}

function parseLine(line: string): ContextReference | undefined {
  const body = line.slice('> - '.length)
  const type = TYPES.find(candidate => body.startsWith(`${CONTEXT_ICONS[candidate]} `))
  if (!type) return undefined
  const match = PATTERNS[type].exec(body.slice(CONTEXT_ICONS[type].length + 1))
  if (!match) return undefined
  const reference = toReference(type, match.groups ?? {})
  return isContextReference(reference) && renderReference(reference) === body ? reference : undefined
}

// The keys of the record are the types, as its own type says.
const TYPES = Object.keys(CONTEXT_ICONS) as readonly ContextReference['type'][]

/** What follows the icon; the groups are named after the fields. */
const PATTERNS: Readonly<Record<ContextReference['type'], RegExp>> = {
  FileReference: /^`(?<path>[^`]*)`$/,
  WebReference: /^(?<url>\S*)(?: \((?<title>.*)\))?$/,
  FolderReference: /^`(?<path>[^`]*)` \((?<fileCount>.+)个文件\)$/,
  SymbolReference: /^`(?<name>[^`]*)` \((?<symbolType>[^)]*)\) - (?<file>.*):(?<line>[^:]+)$/,
  TerminalReference: /^终端输出 \((?<lineCount>.+)行\)(?<isError> ⚠️)?$/,
  ProblemsReference: /^问题报告 \((?<count>[^个]+)个\)(?: \[(?<severity>.*)\])?$/,
  GitReference: /^Git (?<gitType>.*)$/,
  SelectionReference: /^当前选择内容$/,
  WorkspaceReference: /^当前工作区$/,
}

const NUMBER_FIELDS: readonly string[] = ['fileCount', 'line', 'lineCount', 'count']

/** The seeds show all context as tags, so that is what a line in the block stands for. */
function toReference(
  type: ContextReference['type'],
  groups: Readonly<Record<string, string | undefined>>,
): unknown {
  const fields: Record<string, unknown> = { type }
  for (const [name, text] of Object.entries(groups)) {
    if (name === 'isError') fields.isError = text !== undefined
    else if (text !== undefined)
      fields[name] = NUMBER_FIELDS.includes(name) ? Number(text) : unescapeContext(text)
  }
  return { ...fields, displayType: 'TAG' }
}

import type { ContextReference } from '@antiphon/core'
import type { ContextSuggestion } from '@antiphon/core/chat'
import { type ContextSource, createContextSource } from './context-source.ts'
import { suggestGit } from './suggest-git.ts'
import { suggestFiles, suggestFolders } from './suggest-places.ts'
import { suggestProblems } from './suggest-problems.ts'
import { suggestSymbols } from './suggest-symbols.ts'
import { suggestTerminal } from './suggest-terminal.ts'
import { suggestWeb } from './suggest-web.ts'
import { suggestWorkspace } from './suggest-workspace.ts'
import type { Suggester } from './suggester.ts'
import type { Workspace } from './workspace.ts'

export type ContextSearch = {
  /** One kind; all that can be looked up without it. */
  readonly kind?: ContextReference['type']
  readonly query: string
  readonly signal: AbortSignal
}

/** What could be attached to a prompt, the best first. */
export async function suggestContext(
  workspace: Workspace,
  { kind, query, signal }: ContextSearch,
): Promise<readonly ContextSuggestion[]> {
  const source = createContextSource(workspace, signal)
  const typed = query.slice(0, MAX_QUERY_UNITS).trim()
  if (kind === undefined) return suggestAll(source, typed)
  return (await SUGGESTERS[kind](source, typed, LIMIT)).slice(0, LIMIT)
}

const MAX_QUERY_UNITS = 500
const LIMIT = 20

const SUGGESTERS: Readonly<Record<ContextReference['type'], Suggester>> = {
  FileReference: suggestFiles,
  FolderReference: suggestFolders,
  SymbolReference: suggestSymbols,
  WebReference: suggestWeb,
  TerminalReference: suggestTerminal,
  ProblemsReference: suggestProblems,
  GitReference: suggestGit,
  // Only the page knows what is selected in it.
  SelectionReference: () => [],
  WorkspaceReference: suggestWorkspace,
}

/** How many of each kind where none was chosen; for some words have to be typed that call them by their name. */
const SHARES: readonly {
  readonly kind: ContextReference['type']
  readonly limit: number
  readonly names?: string
}[] = [
  { kind: 'WebReference', limit: 1 },
  { kind: 'FileReference', limit: 8 },
  { kind: 'FolderReference', limit: 4 },
  { kind: 'SymbolReference', limit: 6 },
  { kind: 'TerminalReference', limit: 2, names: 'terminal bash output' },
  { kind: 'ProblemsReference', limit: 2, names: 'problems errors warnings' },
  { kind: 'GitReference', limit: 3, names: 'git diff commit' },
  { kind: 'WorkspaceReference', limit: 1, names: 'workspace project' },
]

async function suggestAll(source: ContextSource, query: string): Promise<readonly ContextSuggestion[]> {
  const shares = await Promise.all(
    SHARES.map(async ({ kind, limit, names }) => {
      if (names === undefined) {
        // One letter fits nearly every name.
        const isTooShort = kind === 'SymbolReference' && query.length < MIN_SYMBOL_UNITS
        return isTooShort ? [] : (await SUGGESTERS[kind](source, query, limit)).slice(0, limit)
      }
      return isCalled(names, query) ? (await SUGGESTERS[kind](source, '', limit)).slice(0, limit) : []
    }),
  )
  return shares.flat()
}

const MIN_SYMBOL_UNITS = 2

function isCalled(names: string, query: string): boolean {
  return names.split(' ').some(name => name.startsWith(query.toLowerCase()))
}

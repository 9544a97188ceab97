import type { ContextSuggestion } from '@antiphon/core/chat'
import { CONTEXT_NAMES, type ContextReference } from '@antiphon/core/context'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { Workspace } from '@antiphon/host'
import type { Completion } from './completion-menu.ts'
import { readSelection } from './read-selection.ts'
import type { ReplTexts } from './repl-texts.ts'

type ContextKind = ContextReference['type']

export type CompleteContextOptions = {
  readonly texts: ReplTexts
  readonly signal: AbortSignal
}

/** What could be attached for the words behind an `@`: what is found, and the kinds to look through, `@git:`. */
export async function completeContext(
  workspace: Workspace,
  typed: string,
  { texts, signal }: CompleteContextOptions,
): Promise<readonly Completion[]> {
  // Most sessions begin without a mention: what finds things is loaded with the first.
  const { suggestContext } = await import('@antiphon/host/suggestions')
  const { kind, query } = readKind(typed)
  const selected =
    kind === 'SelectionReference' ||
    (kind === undefined && CONTEXT_NAMES.SelectionReference.startsWith(query))
      ? await readSelection(workspace.env)
      : ''
  const suggested = await suggestContext(workspace, {
    ...{ query, signal },
    ...(kind !== undefined && { kind }),
  })
  const found = [...suggested, ...toSelection(selected, texts)].map(one => toFound(one, texts))
  if (kind !== undefined) return found
  const offered = (await workspace.resources?.(signal)) ?? []
  found.push(
    ...offered
      .filter(one => isOffered(one, query))
      .slice(0, MOST_OFFERED)
      .map(toOffered),
  )
  const kinds = KINDS.filter(one => isNamed(one, query, texts)).map(one => toKindLine(one, texts))
  return query === '' ? [...kinds, ...found] : [...found, ...kinds]
}

type Offered = Awaited<ReturnType<NonNullable<Workspace['resources']>>>[number]

/** Whether a resource of a server is meant: by its server, its name or a part of its address. */
function isOffered({ server, uri, name }: Offered, query: string): boolean {
  const typed = query.toLowerCase()
  return typed !== '' && [`${server}:${uri}`, name].some(words => words.toLowerCase().includes(typed))
}

/** It stays in the prompt as a word, and the agent attaches what it names. */
function toOffered({ server, uri, name, description }: Offered): Completion {
  return { text: `@${server}:${uri}`, label: `@${server}:${uri}`, detail: name || description }
}

const MOST_OFFERED = 8

/** Those that are looked through by their name; of a selection there is only one. */
const KINDS: readonly ContextKind[] = [
  'FileReference',
  'FolderReference',
  'SymbolReference',
  'TerminalReference',
  'ProblemsReference',
  'GitReference',
  'WebReference',
  'WorkspaceReference',
]

function readKind(typed: string): { readonly kind?: ContextKind; readonly query: string } {
  const at = typed.indexOf(':')
  const kind = [...KINDS, 'SelectionReference' as const].find(
    one => CONTEXT_NAMES[one] === typed.slice(0, at),
  )
  return kind === undefined ? { query: typed } : { kind, query: typed.slice(at + 1) }
}

function isNamed(kind: ContextKind, query: string, texts: ReplTexts): boolean {
  const typed = query.toLowerCase()
  return [CONTEXT_NAMES[kind], texts.contextKinds[kind].toLowerCase()].some(name => name.startsWith(typed))
}

function toKindLine(kind: ContextKind, texts: ReplTexts): Completion {
  // An address is not looked for: it is written.
  const text = kind === 'WebReference' ? '@https://' : `@${CONTEXT_NAMES[kind]}:`
  return { text, label: text, detail: texts.contextKinds[kind] }
}

function toSelection(selected: string, { contextKinds }: ReplTexts): readonly ContextSuggestion[] {
  if (selected === '') return []
  const reference = { type: 'SelectionReference' } as const
  const label = `“${oneLine(stripControl(selected), 60)}”`
  return [{ reference, content: selected, label, detail: contextKinds.SelectionReference }]
}

function toFound({ reference, content, label, detail }: ContextSuggestion, texts: ReplTexts): Completion {
  const attached = { reference, content }
  switch (reference.type) {
    case 'FileReference':
      return { text: `${toMention(reference.path)} `, label: reference.path, detail: '', attached }
    case 'FolderReference': {
      // A folder is gone on in.
      const path = `${reference.path}/`
      const detail = texts.contextKinds.FolderReference
      return { text: toMention(path), label: path, detail, attached }
    }
    default: {
      const kind = texts.contextKinds[reference.type]
      return { text: '', label, detail: [kind, detail].filter(Boolean).join(' · '), attached }
    }
  }
}

/** A path as it is read behind an `@`. */
function toMention(path: string): string {
  return /\s/.test(path) && !path.includes('"') ? `@"${path}"` : `@${path}`
}

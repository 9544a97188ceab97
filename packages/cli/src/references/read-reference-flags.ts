import type { ContextReference } from '@antiphon/core'
import { isContextReference } from '@antiphon/core/message'
import { ProgramError } from '@antiphon/host'

/** One flag of `context render`, in the order in which it was typed. */
export type ReferenceFlag = { readonly name: string; readonly value: string }

/** The references that flags describe: one opens a reference, those behind it say more about it. */
export function readReferenceFlags(flags: readonly ReferenceFlag[]): readonly ContextReference[] {
  const drafts: Draft[] = []
  for (const flag of flags) {
    const open = OPENERS[flag.name]
    if (open) drafts.push({ flag, fields: open(flag) })
    else addDetail(drafts.at(-1), flag)
  }
  return drafts.map(finish)
}

type Fields = Readonly<Record<string, unknown>>
type Draft = { readonly flag: ReferenceFlag; fields: Fields }

const OPENERS: Readonly<Record<string, (flag: ReferenceFlag) => Fields>> = {
  file: ({ value }) => ({ type: 'FileReference', path: value }),
  web: ({ value }) => ({ type: 'WebReference', url: value }),
  folder: ({ value }) => ({ type: 'FolderReference', path: value }),
  symbol: ({ value }) => ({ type: 'SymbolReference', name: value, symbolType: 'FUNCTION' }),
  terminal: flag => ({ type: 'TerminalReference', lineCount: readWhole(flag), isError: false }),
  problems: flag => ({ type: 'ProblemsReference', count: readWhole(flag) }),
  git: ({ value }) => ({ type: 'GitReference', gitType: value }),
  selection: () => ({ type: 'SelectionReference' }),
  workspace: () => ({ type: 'WorkspaceReference' }),
}

type Detail = { readonly of: string; readonly read: (flag: ReferenceFlag) => Fields }

const DETAILS: Readonly<Record<string, Detail>> = {
  title: { of: 'web', read: ({ value }) => ({ title: value }) },
  count: { of: 'folder', read: flag => ({ fileCount: readWhole(flag) }) },
  kind: { of: 'symbol', read: ({ value }) => ({ symbolType: value }) },
  at: { of: 'symbol', read: readPlace },
  failed: { of: 'terminal', read: () => ({ isError: true }) },
  severity: { of: 'problems', read: ({ value }) => ({ severity: value }) },
}

function addDetail(draft: Draft | undefined, flag: ReferenceFlag): void {
  const detail = DETAILS[flag.name]
  if (!detail) throw new ProgramError('wrong-use', `--${flag.name} is not known here.`)
  if (draft?.flag.name !== detail.of)
    throw new ProgramError('wrong-use', `--${flag.name} describes a --${detail.of}: put it right behind one.`)
  draft.fields = { ...draft.fields, ...detail.read(flag) }
}

function finish({ flag, fields }: Draft): ContextReference {
  const reference: unknown = { ...fields, displayType: 'TAG' }
  if (isContextReference(reference)) return reference
  throw new ProgramError(
    'wrong-use',
    `--${flag.name} ${flag.value} also needs ${MISSING[flag.name] ?? 'more'}.`,
  )
}

const MISSING: Readonly<Record<string, string>> = {
  folder: '--count N, the number of files in it',
  symbol: '--at FILE:LINE, where it stands',
}

function readWhole({ name, value }: ReferenceFlag): number {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new ProgramError('wrong-use', `--${name} takes a whole number, not “${value}”.`)
}

function readPlace({ value }: ReferenceFlag): Fields {
  const [, file, line] = /^(.+):(\d{1,9})$/.exec(value) ?? []
  if (file === undefined) throw new ProgramError('wrong-use', `--at takes FILE:LINE, not “${value}”.`)
  return { file, line: Number(line) }
}

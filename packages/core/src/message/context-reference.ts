import { isObject } from '@antiphon/contract'

/** What a person attaches to a prompt. The quote block at the head of the text is its rendering. */
export type ContextReference =
  | FileReference
  | WebReference
  | FolderReference
  | SymbolReference
  | TerminalReference
  | ProblemsReference
  | GitReference
  | SelectionReference
  | WorkspaceReference

/** How an editor shows the reference: as a tag above the input, or inside the text. */
export type ContextDisplayType = 'TAG' | 'INLINE'

type Displayed = { readonly displayType?: ContextDisplayType }

export type FileReference = Displayed & {
  readonly type: 'FileReference'
  readonly path: string
  readonly fullPath?: string
}

export type WebReference = Displayed & {
  readonly type: 'WebReference'
  readonly url: string
  readonly title?: string
}

export type FolderReference = Displayed & {
  readonly type: 'FolderReference'
  readonly path: string
  readonly fileCount: number
}

export type SymbolReference = Displayed & {
  readonly type: 'SymbolReference'
  readonly name: string
  readonly symbolType: 'FUNCTION' | 'CLASS' | (string & {})
  readonly file: string
  readonly line: number
}

export type TerminalReference = Displayed & {
  readonly type: 'TerminalReference'
  readonly lineCount: number
  readonly isError: boolean
}

export type ProblemsReference = Displayed & {
  readonly type: 'ProblemsReference'
  readonly count: number
  readonly severity?: 'ERROR' | 'WARNING' | (string & {})
}

export type GitReference = Displayed & {
  readonly type: 'GitReference'
  readonly gitType: 'DIFF' | 'COMMIT' | (string & {})
}

export type SelectionReference = Displayed & { readonly type: 'SelectionReference' }

export type WorkspaceReference = Displayed & { readonly type: 'WorkspaceReference' }

/** The sign at the head of each kind's line. */
export const CONTEXT_ICONS: Readonly<Record<ContextReference['type'], string>> = {
  FileReference: '📄',
  WebReference: '🌐',
  FolderReference: '📁',
  SymbolReference: '🔗',
  TerminalReference: '💻',
  ProblemsReference: '⚠️',
  GitReference: '🔀',
  SelectionReference: '✏️',
  WorkspaceReference: '🏠',
}

/** How each kind is named where people ask for it: `context:file`. */
export const CONTEXT_NAMES: Readonly<Record<ContextReference['type'], string>> = {
  FileReference: 'file',
  WebReference: 'web',
  FolderReference: 'folder',
  SymbolReference: 'symbol',
  TerminalReference: 'terminal',
  ProblemsReference: 'problems',
  GitReference: 'git',
  SelectionReference: 'selection',
  WorkspaceReference: 'workspace',
}

/** True for a value that has all the fields which its line needs; files may hold anything in `contexts`. */
export function isContextReference(value: unknown): value is ContextReference {
  if (!isObject(value) || typeof value.type !== 'string' || !Object.hasOwn(HAS_FIELDS, value.type))
    return false
  return HAS_FIELDS[value.type as ContextReference['type']](value)
}

type Fields = Readonly<Record<string, unknown>>

const HAS_FIELDS: Readonly<Record<ContextReference['type'], (fields: Fields) => boolean>> = {
  FileReference: fields => isText(fields.path),
  WebReference: fields => isText(fields.url) && isTextOrAbsent(fields.title),
  FolderReference: fields => isText(fields.path) && isNumber(fields.fileCount),
  SymbolReference: fields =>
    [fields.name, fields.symbolType, fields.file].every(isText) && isNumber(fields.line),
  TerminalReference: fields => isNumber(fields.lineCount) && typeof fields.isError === 'boolean',
  ProblemsReference: fields => isNumber(fields.count) && isTextOrAbsent(fields.severity),
  GitReference: fields => isText(fields.gitType),
  SelectionReference: () => true,
  WorkspaceReference: () => true,
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || isText(value)
}

function isNumber(value: unknown): boolean {
  return Number.isFinite(value)
}

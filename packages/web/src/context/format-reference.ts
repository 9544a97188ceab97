import { assertNever } from '@antiphon/contract'
import type { ContextReference } from '@antiphon/core'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ContextTexts } from '../language/chat-texts.ts'
import { splitPath } from '../parts/split-path.ts'

/** What a reference refers to, in words for a list; its icon stands before it. */
export function formatReference(reference: ContextReference, texts: ContextTexts): string {
  return oneLine(stripControl(describe(reference, texts)), 160)
}

/** The same on a tag, which has little room. */
export function formatTag(reference: ContextReference, texts: ContextTexts): string {
  return oneLine(stripControl(name(reference, texts)), 40)
}

function describe(reference: ContextReference, texts: ContextTexts): string {
  switch (reference.type) {
    case 'FileReference':
      return reference.path
    case 'WebReference':
      return reference.title ? `${reference.url} (${reference.title})` : reference.url
    case 'FolderReference':
      return `${reference.path} (${texts.files(reference.fileCount)})`
    case 'SymbolReference':
      return `${reference.name} (${reference.symbolType}) - ${reference.file}:${reference.line}`
    case 'TerminalReference':
      return `${texts.terminal} (${texts.lines(reference.lineCount)}${reference.isError ? texts.andFailed : ''})`
    case 'ProblemsReference': {
      const severity = reference.severity ? ` [${reference.severity}]` : ''
      return `${texts.problemReport} (${texts.problems(reference.count)})${severity}`
    }
    case 'GitReference':
      return `Git ${reference.gitType}`
    case 'SelectionReference':
      return texts.selection
    case 'WorkspaceReference':
      return texts.workspace
    default:
      return assertNever(reference)
  }
}

function name(reference: ContextReference, texts: ContextTexts): string {
  switch (reference.type) {
    case 'FileReference':
    case 'FolderReference':
      return splitPath(reference.path).name
    case 'WebReference':
      return reference.title || reference.url.replace(/^https?:\/\//, '')
    case 'SymbolReference':
      return reference.name
    default:
      return describe(reference, texts)
  }
}

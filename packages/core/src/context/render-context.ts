import { assertNever } from '@antiphon/contract'
import { CONTEXT_ICONS, type ContextReference, isContextReference } from '../message/context-reference.ts'
import { escapeContext, IN_CODE, IN_LINE, IN_LINK, IN_PARENTHESES } from './context-escape.ts'

/** The first line of the block, by which people and programs find it in a log. */
export const CONTEXT_HEADING = '> **上下文资料**'

/** The Markdown quote block that stands at the head of a prompt; empty without references. */
export function renderContext(references: readonly ContextReference[]): string {
  const lines = references.filter(isContextReference).map(reference => `> - ${renderReference(reference)}\n`)
  return lines.length === 0 ? '' : `${CONTEXT_HEADING}\n> \n${lines.join('')}\n`
}

/** A prompt with its references at its head: what the model is sent. */
export function addContext(text: string, references: readonly ContextReference[]): string {
  return renderContext(references) + text
}

/** One reference as it stands in its line, with its sign. */
export function renderReference(reference: ContextReference): string {
  return `${CONTEXT_ICONS[reference.type]} ${describe(reference)}`
}

function describe(reference: ContextReference): string {
  switch (reference.type) {
    case 'FileReference':
      return code(reference.path)
    case 'WebReference': {
      const title = reference.title === undefined ? '' : ` (${escapeContext(reference.title, IN_LINE)})`
      return escapeContext(reference.url, IN_LINK) + title
    }
    case 'FolderReference':
      return `${code(reference.path)} (${reference.fileCount}个文件)`
    case 'SymbolReference': {
      const kind = escapeContext(reference.symbolType, IN_PARENTHESES)
      return `${code(reference.name)} (${kind}) - ${escapeContext(reference.file, IN_LINE)}:${reference.line}`
    }
    case 'TerminalReference':
      return `终端输出 (${reference.lineCount}行)${reference.isError ? ' ⚠️' : ''}`
    case 'ProblemsReference': {
      const { count, severity } = reference
      return `问题报告 (${count}个)${severity === undefined ? '' : ` [${escapeContext(severity, IN_LINE)}]`}`
    }
    case 'GitReference':
      return `Git ${escapeContext(reference.gitType, IN_LINE)}`
    case 'SelectionReference':
      return '当前选择内容'
    case 'WorkspaceReference':
      return '当前工作区'
    default:
      return assertNever(reference)
  }
}

function code(value: string): string {
  return `\`${escapeContext(value, IN_CODE)}\``
}

export { prependUserContext } from '../api/prepend-user-context.ts'
export {
  CONTEXT_ICONS,
  CONTEXT_NAMES,
  type ContextDisplayType,
  type ContextReference,
  type FileReference,
  type FolderReference,
  type GitReference,
  isContextReference,
  type ProblemsReference,
  type SelectionReference,
  type SymbolReference,
  type TerminalReference,
  type WebReference,
  type WorkspaceReference,
} from '../message/context-reference.ts'
export {
  isContextContent,
  type ReferenceWithContent,
  readOwnWords,
  renderPromptWithContext,
} from './context-content.ts'
export { createUserMessageWithContext } from './context-message.ts'
export { CONTEXT_PATTERN, type ParsedContext, parseContext } from './parse-context.ts'
export { placeContext } from './place-context.ts'
export { readReferences } from './read-references.ts'
export { addContext, CONTEXT_HEADING, renderContext, renderReference } from './render-context.ts'

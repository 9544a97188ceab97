export { prependUserContext } from '../api/prepend-user-context.ts'
export type * from '../message/context-reference.ts'
export { CONTEXT_ICONS, CONTEXT_NAMES, isContextReference } from '../message/context-reference.ts'
export {
  isContextContent,
  type ReferenceWithContent,
  readOwnWords,
  renderPromptWithContext,
} from './context-content.ts'
export { createUserMessageWithContext } from './context-message.ts'
export { findMention, type Mention } from './find-mention.ts'
export { CONTEXT_PATTERN, type ParsedContext, parseContext } from './parse-context.ts'
export { placeContext } from './place-context.ts'
export { readReferences } from './read-references.ts'
export { addContext, CONTEXT_HEADING, renderContext, renderReference } from './render-context.ts'

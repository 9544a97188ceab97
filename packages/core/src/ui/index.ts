export { buildPersonView, type PersonViewOptions } from './build-view.ts'
export {
  chooseSessionTitle,
  readPlanHeading,
  type SessionTitleSource,
  saysEnough,
} from './choose-session-title.ts'
export {
  countMessages,
  createMessageCounter,
  type MessageCounter,
  type MessageCounts,
} from './count-messages.ts'
export {
  type CreatePersonViewOptions,
  createPersonView,
  type PersonView,
} from './create-person-view.ts'
export { describeNotice } from './describe-notice.ts'
export { formatAge } from './format-age.ts'
export { formatCount, formatLarge, formatNumber } from './format-count.ts'
export { formatDuration } from './format-duration.ts'
export { formatModel } from './format-model.ts'
export { formatSize } from './format-size.ts'
export { formatSpan } from './format-span.ts'
export { leafStrings } from './leaf-strings.ts'
export { LONGEST_SILENCE_MS } from './longest-silence.ts'
export { measureToolTime, readToolTime, type ToolTime, type ToolTimeOptions } from './measure-tool-time.ts'
export {
  isMemoryPlace,
  MEMORY_PLACES,
  type MemoryPlace,
  readMemoryNote,
  toMemoryCommand,
} from './memory-note.ts'
export { firstBlock } from './message-content.ts'
export {
  type NormalizedAssistantMessage,
  type NormalizedMessage,
  type NormalizedUserMessage,
  normalizeMessages,
} from './normalize-messages.ts'
export { oneLine } from './one-line.ts'
export { type ParsedCommand, parseCommand, parseShellOutput } from './parse-command.ts'
export type * from './person-item.ts'
export type { ViewBranch } from './person-stretch.ts'
export { messageText } from './plain-text.ts'
export { DEFAULT_PREVIEW_LIMITS, type PreviewLimits, previewText, type TextPreview } from './preview.ts'
export { previewToolResult } from './preview-tool-result.ts'
export { isForeign, type LogViewOptions, readPersonView } from './read-person-view.ts'
export { reorderMessagesInUI } from './reorder-messages-in-ui.ts'
export { stripControl } from './strip-control.ts'
export { SUMMARY_WORDS } from './summary-words.ts'
export { systemMessageText } from './system-message-text.ts'
export { toPersonItem } from './to-person-item.ts'
export { toolCallTitle } from './tool-call-title.ts'
export { isLaunchedOnly, type ToolStatus, toolStatus } from './tool-status.ts'
export { buildToolStories, type ToolStory } from './tool-story.ts'
export { type ItemPlace, type LogPlace, toViewItems, type ViewItem } from './view-item.ts'

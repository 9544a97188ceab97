export { applyPreservedSegmentRelinks } from './apply-preserved-segment-relinks.ts'
export {
  type BuildConversationOptions,
  buildConversation,
  type Conversation,
  type WovenMessage,
} from './build-conversation.ts'
export type * from './build-live-context.ts'
export { buildLiveContext } from './build-live-context.ts'
export { type ByteText, decodeLatin1, PORTABLE_BYTE_TEXT } from './byte-text.ts'
export { isVoice } from './choose-leaf.ts'
export type { ConversationTitles } from './collect-titles.ts'
export { encodeEntry } from './encode-entry.ts'
export { type Entry, isEntry, isUnknownEntry, type UnknownEntry } from './entry.ts'
export {
  AGENT_LINE,
  AGENT_SOURCE,
  AGENT_USAGE,
  FOREIGN_AGENTS,
  type ForeignAgent,
  isForeignAgent,
} from './foreign-agent.ts'
export {
  createLineDecoder,
  type DecodeLinesOptions,
  decodeLines,
  encodeLines,
  type LineDecoder,
  type LineDecoderOptions,
} from './line-codec.ts'
export type { Branch, Sidechain } from './list-branches.ts'
export type * from './log-line.ts'
export { toLocatedEntries } from './log-line.ts'
export { readMessageId, readToolResultIds, readToolUseIds } from './log-node.ts'
export type { LogRepair, LogRepairRule } from './log-repair.ts'
export type * from './plan-recording.ts'
export { cleanMessagesForLogging, planRecording, preservedTail, toEntries } from './plan-recording.ts'
export { LINK_FIELDS, listNames, type NamedEntries, type PreservedNames, readLinks } from './read-links.ts'
export { readLog } from './read-log.ts'
export type * from './record-entry.ts'
export { isRecordEntry, RECORD_ENTRY_TYPES } from './record-entry.ts'
export { type ResolvedMessage, resolveLinks } from './resolve-links.ts'
export { scanEntries } from './scan-entries.ts'
export type { ScannedEntry } from './scan-line.ts'
export { type ScannedMessage, scanMessages } from './scan-messages.ts'
export {
  getMessagesAfterCompactBoundary,
  sliceFromLastCompactBoundary,
} from './slice-from-last-compact-boundary.ts'
export type { Unread } from './tail-inquiry.ts'
export type * from './transcript-entry.ts'
export { isTranscriptEntry, TRANSCRIPT_ENTRY_TYPES } from './transcript-entry.ts'

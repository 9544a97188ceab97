export { splitGluedJson } from '../log/split-glued-json.ts'
export { type FailedRequest, toAssistantMessageError } from './assistant-message-error.ts'
export {
  type ControlCancelRequestEvent,
  type ControlError,
  type ControlFrame,
  type ControlRequestEvent,
  type ControlResponseEvent,
  type ControlSuccess,
  createUnsupportedRequestResponse,
} from './control-protocol.ts'
export {
  CONTROL_DIRECTIONS,
  type ControlRequest,
  type ControlRequestOf,
  type ControlSubtype,
  isControlSubtype,
} from './control-request.ts'
export type { ControlRequestFields, HookCallbackMatcher, HookInput } from './control-request-fields.ts'
export type {
  ControlResponsePayload,
  HookCallbackOutput,
  InitializeResponse,
  PermissionResult,
  WireModelInfo,
} from './control-response.ts'
export {
  type DispatchedEvent,
  dispatchCallback,
  dispatchWireEvent,
  dispatchWireEvents,
  EventTypeBlock,
  EventTypeImage,
  EventTypeOther,
  EventTypeResult,
  EventTypeServerToolResult,
  EventTypeServerToolUse,
  EventTypeSystem,
  EventTypeText,
  EventTypeThinking,
  EventTypeToolResult,
  EventTypeToolUse,
} from './dispatch-wire-event.ts'
export { DEFAULT_MAX_LINE_BYTES, type EncodeWireEventOptions, encodeWireEvent } from './encode-wire-event.ts'
export { getContentBlocks } from './get-content-blocks.ts'
export { HOOK_EVENT_NAMES, type HookEventName } from './hook-event-name.ts'
export type {
  PermissionRulesUpdate,
  PermissionUpdate,
  PermissionUpdateDestination,
} from './permission-update.ts'
export type { RuleDescription, RuleOfFiles } from './rule-description.ts'
export { escapeControls, safeJson } from './safe-json.ts'
export {
  type BadLine,
  type BadLineReason,
  createStreamJsonParser,
  type ParsedEvent,
  type ParsedLine,
  parseStreamJson,
  type StreamJsonParser,
  type StreamJsonParserOptions,
} from './stream-json-parser.ts'
export { TERMINAL_REASONS, type TerminalReason } from './terminal-reason.ts'
export { resultToWire, toWireEvents, type WireContext } from './to-wire-events.ts'
export { createTurnProgress, type TurnProgress } from './turn-progress.ts'
export type {
  NoticeStep,
  PendingCall,
  ResultStep,
  RetryStep,
  SessionStep,
  SubagentStep,
  TextStep,
  ThinkingStep,
  ToolCall,
  ToolEndStep,
  ToolStartStep,
  TurnStep,
} from './turn-step.ts'
export type { WireBase, WireCause, WireSystem } from './wire-base.ts'
export type {
  UnknownWireEvent,
  WireActiveGoalEvent,
  WireAssistantBody,
  WireAssistantEvent,
  WireAuthStatusEvent,
  WireCommandLifecycleEvent,
  WireConversationResetEvent,
  WireEvent,
  WireKeepAliveEvent,
  WireLegacyMessageEvent,
  WireNesting,
  WirePromptSuggestionEvent,
  WireRateLimitEvent,
  WireStreamEvent,
  WireToolProgressEvent,
  WireToolUseSummaryEvent,
  WireTranscriptMirrorEvent,
  WireUserEvent,
} from './wire-event.ts'
export type {
  WireHookEvent,
  WireHookProgressEvent,
  WireHookResponseEvent,
  WireHookStartedEvent,
} from './wire-hook-event.ts'
export type {
  WireApiRetryEvent,
  WireControlRequestProgressEvent,
  WireElicitationCompleteEvent,
  WireInformationalEvent,
  WireLocalCommandOutputEvent,
  WireModelRefusalFallbackEvent,
  WireModelRefusalNoFallbackEvent,
  WireNoticeEvent,
  WireNotificationEvent,
  WirePermissionDeniedEvent,
  WireThinkingTokensEvent,
} from './wire-notice-event.ts'
export type {
  PresenceActivity,
  PresentPerson,
  WaitingPrompt,
  WirePeerAnswerEvent,
  WirePeerEditEvent,
  WirePeerEvent,
  WirePresenceEvent,
  WirePromptsWaitingEvent,
} from './wire-peer-event.ts'
export type {
  WireModelUsage,
  WirePermissionDenial,
  WireResultError,
  WireResultEvent,
  WireResultSuccess,
} from './wire-result-event.ts'
export type {
  WireCommandsChangedEvent,
  WireCompactBoundaryEvent,
  WireFilesPersistedEvent,
  WireInitEvent,
  WireMemoryRecallEvent,
  WireMirrorErrorEvent,
  WirePluginInstallEvent,
  WireSessionEvent,
  WireSessionStateChangedEvent,
  WireSessionWritesLostEvent,
  WireSlashCommand,
  WireStatusEvent,
  WireWorkerShuttingDownEvent,
} from './wire-session-event.ts'
export {
  addWireEvent,
  type Counts,
  computeWireStatistics,
  EMPTY_WIRE_STATISTICS,
  type SessionTotals,
  type WireStatistics,
} from './wire-statistics.ts'
export type { UnknownWireSystemEvent, WireSystemEvent } from './wire-system-event.ts'
export type {
  WireBackgroundTasksChangedEvent,
  WireTaskEvent,
  WireTaskNotificationEvent,
  WireTaskProgressEvent,
  WireTaskStartedEvent,
  WireTaskUpdatedEvent,
  WireTaskUsage,
} from './wire-task-event.ts'

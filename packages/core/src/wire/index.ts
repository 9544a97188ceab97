export { splitGluedJson } from '../log/split-glued-json.ts'
export { type FailedRequest, toAssistantMessageError } from './assistant-message-error.ts'
export type * from './control-protocol.ts'
export { createUnsupportedRequestResponse } from './control-protocol.ts'
export {
  CONTROL_DIRECTIONS,
  type ControlRequest,
  type ControlRequestOf,
  type ControlSubtype,
  isControlSubtype,
} from './control-request.ts'
export type { ControlRequestFields, HookInput, WireHookMatcher } from './control-request-fields.ts'
export type * from './control-response.ts'
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
export type * from './permission-update.ts'
export type { RuleDescription, RuleOfFiles } from './rule-description.ts'
export { escapeControls, safeJson } from './safe-json.ts'
export type * from './stream-json-parser.ts'
export { createStreamJsonParser, parseStreamJson } from './stream-json-parser.ts'
export { TERMINAL_REASONS, type TerminalReason } from './terminal-reason.ts'
export { resultToWire, toWireEvents, type WireContext } from './to-wire-events.ts'
export { createTurnProgress, type TurnProgress } from './turn-progress.ts'
export type * from './turn-step.ts'
export type { WireBase, WireCause, WireSystem } from './wire-base.ts'
export type * from './wire-event.ts'
export type * from './wire-hook-event.ts'
export type * from './wire-notice-event.ts'
export type * from './wire-peer-event.ts'
export type * from './wire-result-event.ts'
export type * from './wire-session-event.ts'
export {
  addWireEvent,
  type Counts,
  computeWireStatistics,
  EMPTY_WIRE_STATISTICS,
  type SessionTotals,
  type WireStatistics,
} from './wire-statistics.ts'
export type { UnknownWireSystemEvent, WireSystemEvent } from './wire-system-event.ts'
export type * from './wire-task-event.ts'

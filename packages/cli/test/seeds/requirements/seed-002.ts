import type { Requirement } from './requirement-row.ts'

/** Seed 002: stream-json events. */
export const SEED_002: readonly Requirement[] = [
  {
    id: '002:8-10',
    place: '概述',
    says: 'no events `tool_use` and `tool_result` at the top level: they are nested in the content of assistant and user events',
    files: ['wire/dispatch-wire-event.ts', 'wire/get-content-blocks.ts'],
    units: [
      'wire/dispatch-wire-event.test.ts "calls back for a call that is nested in an assistant event" "calls back for a result that is nested in a user event"',
    ],
  },
  {
    id: '002:12-21',
    place: '事件类型统计',
    says: 'the table of the example: 1 system, 11 assistant, 7 user, 1 result (as `computeWireStatistics`)',
    files: ['wire/wire-statistics.ts'],
    units: ['wire/wire-statistics.test.ts "counts the research turn of the specification as its table does"'],
  },
  {
    id: '002:25-35',
    place: '消息结构 1',
    says: 'system/init: `subtype`, `session_id`, `tools`, `mcp_servers` (as `WireInitEvent`)',
    files: ['wire/wire-session-event.ts', 'wire/wire-base.ts'],
    units: ['wire/system-to-wire-event.test.ts "shows init with every field that a host reads"'],
  },
  {
    id: '002:37-57',
    place: '消息结构 2',
    says: 'assistant with `tool_use`: `id`, `name`, `input`; `message`, `session_id` (as `WireAssistantEvent`)',
    files: ['wire/wire-event.ts', 'wire/wire-base.ts', 'packages/contract/src/content-block.ts'],
    units: ['wire/dispatch-wire-event.test.ts "calls back for a call that is nested in an assistant event"'],
  },
  {
    id: '002:59-76',
    place: '消息结构 3',
    says: 'user with `tool_result`: `tool_use_id`, `content` (as `WireUserEvent`)',
    files: ['wire/wire-event.ts', 'packages/contract/src/content-block.ts'],
    units: ['wire/dispatch-wire-event.test.ts "calls back for a result that is nested in a user event"'],
  },
  {
    id: '002:78-96',
    place: '消息结构 4',
    says: 'assistant with `text`',
    files: ['wire/dispatch-wire-event.ts'],
    units: ['wire/dispatch-wire-event.test.ts "keeps the order of blocks and names each kind"'],
  },
  {
    id: '002:98-108',
    place: '消息结构 5',
    says: 'result: `subtype` `success`, `duration_ms`, `result`, `usage` (as `WireResultEvent`)',
    files: ['wire/wire-result-event.ts'],
    units: ['wire/to-wire-events.test.ts "shows a result in the wire’s names"'],
  },
  {
    id: '002:112-140',
    place: '解析逻辑',
    says: "CCRunner's `dispatchCallback`; the old type `message` is read like `assistant`; `EventTypeToolUse`, only for a call that has a name; `EventTypeToolResult` with the result's content; `GetContentBlocks` (as `getContentBlocks`)",
    files: ['wire/dispatch-wire-event.ts', 'wire/get-content-blocks.ts'],
    units: [
      'wire/dispatch-wire-event.test.ts "calls back for a call that is nested in an assistant event" "hears the old type `message`, with content inside or beside the message" "hands on a block that lacks what its kind needs, as a mere block" "calls back for a result that is nested in a user event" "takes content that is a string for one text block" "passes over what is no block"',
    ],
  },
  {
    id: '002:142-154',
    place: 'ContentBlock 结构',
    says: 'the fields `type`, `text`, `name`, `id`, `input`, `content`, `is_error`',
    files: ['packages/contract/src/content-block.ts'],
    units: ['wire/dispatch-wire-event.test.ts "keeps the order of blocks and names each kind"'],
  },
  {
    id: '002:158-160',
    place: '关键发现 1',
    says: 'the content array has to be parsed: every block is heard once; results arrive in user events; the order system → assistant (call) → user (result) → assistant (text) → result',
    files: ['wire/dispatch-wire-event.ts', 'wire/turn-progress.ts'],
    units: [
      'wire/dispatch-wire-event.test.ts "hears every event at least once and every block exactly once, whatever they hold" "calls back for a result that is nested in a user event"',
      'wire/turn-progress.test.ts "shows a turn with parallel calls as steps, each end with the title of its beginning"',
    ],
  },
  {
    id: '002:161',
    place: '关键发现 4',
    says: 'results may be very large: a line is bounded, a preview is cut by code point and says how much is gone',
    files: ['wire/encode-wire-event.ts', 'ui/preview-tool-result.ts'],
    units: [
      'wire/encode-wire-event.test.ts "cuts the largest strings by code point and says how much is gone"',
      'ui/preview-tool-result.test.ts "spends its limits over all blocks and counts everything behind them"',
    ],
  },
  {
    id: '002:165',
    place: '前端适配建议 1',
    says: "the tool's name is read from the block (as `toolCallTitle`)",
    files: ['ui/tool-call-title.ts'],
    units: ['ui/tool-call-title.test.ts "shows the first short fields of a tool it does not know"'],
  },
  {
    id: '002:166',
    place: '前端适配建议 2',
    says: 'results are cut for a screen (as `previewToolResult`)',
    files: ['ui/preview-tool-result.ts'],
    units: ['ui/preview-tool-result.test.ts "shows no more lines than asked for"'],
  },
  {
    id: '002:167',
    place: '前端适配建议 3',
    says: 'progress of a turn as it happens: call → result → text (as `createTurnProgress`)',
    files: ['wire/turn-progress.ts'],
    units: [
      'wire/turn-progress.test.ts "shows a turn with parallel calls as steps, each end with the title of its beginning" "knows at any time which calls are running, and for how long"',
    ],
  },
]

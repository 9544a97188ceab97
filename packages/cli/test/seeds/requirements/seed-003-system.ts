import type { Requirement } from './requirement-row.ts'

/** Seed 003: system messages. */
export const SEED_003_SYSTEM: readonly Requirement[] = [
  {
    id: '003:190',
    place: '8.5',
    says: '`SystemInformationalMessage`, `SystemMessageLevel`: `info`, `warning`, `error`; `informational` (as `createSystemMessage`)',
    files: ['message/system-message.ts', 'message/create-system-message.ts'],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (informational)',
    ],
  },
  {
    id: '003:192',
    place: '8.5',
    says: '`SystemPermissionRetryMessage`; `permission_retry` (as `createPermissionRetryMessage`)',
    files: [
      'message/system-message.ts',
      'message/create-system-message.ts',
      'packages/engine/src/session/call-policies.ts',
    ],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (permission_retry)',
      'packages/engine/test/system-messages.test.ts "is told to be allowed once a person allows it"',
    ],
  },
  {
    id: '003:193',
    place: '8.5',
    says: '`SystemBridgeStatusMessage`; `bridge_status` (as `createBridgeStatusMessage`)',
    files: ['message/system-message.ts', 'message/create-system-message.ts'],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (bridge_status)',
    ],
  },
  {
    id: '003:194',
    place: '8.5',
    says: '`SystemScheduledTaskFireMessage`; `scheduled_task_fire` (as `createScheduledTaskFireMessage`)',
    files: ['message/system-message.ts', 'message/create-system-message.ts'],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (scheduled_task_fire)',
    ],
  },
  {
    id: '003:195',
    place: '8.5',
    says: '`SystemStopHookSummaryMessage`; `stop_hook_summary` (as `createStopHookSummaryMessage`)',
    files: [
      'message/system-message.ts',
      'message/create-system-message.ts',
      'packages/engine/src/hooks/to-engine-hooks.ts',
    ],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (stop_hook_summary)',
      'packages/engine/test/hooks.test.ts "at Stop may send the model back to work, and is told so the next time"',
    ],
  },
  {
    id: '003:196',
    place: '8.5',
    says: '`SystemTurnDurationMessage`; `turn_duration` (as `createTurnDurationMessage`)',
    files: [
      'message/system-message.ts',
      'message/create-system-message.ts',
      'packages/engine/src/turn/submit-prompt.ts',
    ],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (turn_duration)',
      'packages/engine/test/loop.test.ts "answers a prompt"',
    ],
  },
  {
    id: '003:197',
    place: '8.5',
    says: '`SystemAwaySummaryMessage`; `away_summary` (as `createAwaySummaryMessage`)',
    files: [
      'message/system-message.ts',
      'message/create-system-message.ts',
      'packages/engine/src/summaries/summarize-away.ts',
    ],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (away_summary)',
      'packages/engine/test/summaries.test.ts "is told what happened since the last prompt, when they ask"',
    ],
  },
  {
    id: '003:198',
    place: '8.5',
    says: '`SystemMemorySavedMessage`; `memory_saved` (as `createMemorySavedMessage`)',
    files: [
      'message/system-message.ts',
      'message/create-system-message.ts',
      'packages/engine/src/session/call-policies.ts',
    ],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (memory_saved)',
      'packages/engine/test/system-messages.test.ts "is told to be saved when a write of it succeeded"',
    ],
  },
  {
    id: '003:199',
    place: '8.5',
    says: '`SystemAgentsKilledMessage`; `agents_killed` (as `createAgentsKilledMessage`)',
    files: [
      'message/system-message.ts',
      'message/create-system-message.ts',
      'packages/engine/src/turn/submit-prompt.ts',
    ],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (agents_killed)',
      'packages/engine/test/system-messages.test.ts "are named when an interruption ends them"',
    ],
  },
  {
    id: '003:200',
    place: '8.5',
    says: '`SystemApiMetricsMessage`; `api_metrics` (as `createApiMetricsMessage`)',
    files: [
      'message/system-message.ts',
      'message/create-system-message.ts',
      'packages/engine/src/session/api-metrics.ts',
    ],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (api_metrics)',
      'packages/engine/test/system-messages.test.ts "the log tells how fast the API was"',
    ],
  },
  {
    id: '003:201',
    place: '8.5',
    says: '`SystemCompactBoundaryMessage`; `compact_boundary`: where a resume begins (as `createCompactBoundaryMessage`)',
    files: [
      'message/system-message.ts',
      'message/create-system-message.ts',
      'packages/engine/src/compaction/compact-conversation.ts',
    ],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (compact_boundary)',
      'packages/engine/test/loop.test.ts "sums up a conversation and goes on with the summary, also after a resume"',
    ],
  },
  {
    id: '003:202',
    place: '8.5',
    says: '`SystemMicrocompactBoundaryMessage`; `microcompact_boundary` (as `createMicrocompactBoundaryMessage`)',
    files: [
      'message/system-message.ts',
      'message/create-system-message.ts',
      'packages/engine/src/compaction/microcompact.ts',
    ],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (microcompact_boundary)',
      'packages/engine/test/microcompact.test.ts "clears old results in one cut, breaks the prefix once, and goes on growing"',
    ],
  },
  {
    id: '003:204-215',
    place: '8.5',
    says: 'what the filter leaves out: progress, system messages but local commands (`isSystemLocalCommandMessage`), synthetic API errors (`isSyntheticApiErrorMessage`)',
    files: ['api/omit-unsent.ts'],
    units: [
      'api/omit-unsent.test.ts "%s: %j" (SEED-progress) "%s: %j" (SEED-system) "%s: %j" (SEED-api-error)',
    ],
  },
  {
    id: '003:218-223',
    place: '8.5',
    says: '`createSystemMessage(content, level, toolUseID?, preventContinuation?)`',
    files: ['message/create-system-message.ts'],
    units: [
      'message/create-system-message.test.ts "speaks at the level %s" "names the call that it is about, and stops the loop only where asked to"',
    ],
  },
  {
    id: '003:221-222',
    place: '8.5',
    says: '`toolUseID` and `preventContinuation` of an informational message at work',
    files: ['message/create-system-message.ts', 'message/system-message.ts'],
  },
  {
    id: '003:225-227',
    place: '8.5',
    says: '`createPermissionRetryMessage(commands)`',
    files: ['message/create-system-message.ts'],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (permission_retry)',
    ],
  },
  {
    id: '003:229-232',
    place: '8.5',
    says: '`createTurnDurationMessage(durationMs, budget?)`, budget with `tokens`, `limit`, `nudges`',
    files: ['message/create-system-message.ts'],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (turn_duration) "is left out, not written as undefined"',
    ],
  },
  {
    id: '003:231',
    place: '8.5',
    says: 'the budget of a turn at work: `tokens`, `limit`, `nudges`',
    files: ['message/create-system-message.ts', 'message/system-message.ts'],
  },
]

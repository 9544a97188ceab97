import { randomUUID } from 'node:crypto'
import type { Message, PermissionMode, PermissionUpdate, UUID } from '@antiphon/core'
import { type BackgroundAgents, createBackgroundAgents } from '../agents/background-agents.ts'
import { findLostAgents, markReports } from '../agents/find-lost-agents.ts'
import { createNestedMemory, type NestedMemory } from '../memory/create-nested-memory.ts'
import type { PermissionDenial } from '../permissions/create-permit.ts'
import { applyPermissionUpdate, type CurrentPermissions } from '../permissions/current-permissions.ts'
import type { PermissionState } from '../permissions/permission.ts'
import { DEFAULT_THINKING, type ThinkingChoice } from '../query/thinking-choice.ts'
import { createFileMemory, type FileMemory } from '../tool/file-memory.ts'
import type { Box, SessionServices, Todo } from '../tool/session-services.ts'
import type { Toolbox } from '../tool/toolbox.ts'
import { type Bell, createBell } from './bell.ts'
import { type Conversation, type ConversationOptions, createConversation } from './conversation.ts'
import { createSnipService } from './create-snip-service.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'
import { createSessionLife, type SessionLife } from './session-life.ts'

/** What a session remembers from one turn to the next. */
export type SessionState = {
  readonly conversation: Conversation
  readonly files: FileMemory
  /** Instructions of folders that were not told yet. */
  readonly nestedMemory: NestedMemory
  readonly services: SessionServices
  readonly model: () => string
  readonly setModel: (model: string) => void
  /** From the next turn on. */
  readonly thinking: Box<ThinkingChoice>
  readonly toolbox: () => Toolbox
  readonly setToolbox: (toolbox: Toolbox) => void
  /** What decides on calls now. */
  readonly permissions: () => PermissionState
  readonly updatePermissions: (updates: readonly PermissionUpdate[]) => void
  readonly denials: PermissionDenial[]
  /** Compactions that failed, in a row. */
  readonly compactionFailures: Box<number>
  readonly bindingBetas: Box<readonly string[]>
  readonly inbox: Inbox
  readonly background: BackgroundAgents
  /** Rings when a prompt begins to wait, and when an agent in the background ends. */
  readonly bell: Bell
  readonly life: SessionLife
  /** Boundaries of what the model dropped since the last request. */
  readonly takeSnips: () => readonly Message[]
  readonly newUuid: () => UUID
  readonly isRunning: () => boolean
  /** One turn at a time: throws where one runs. */
  readonly beginTurn: () => { readonly signal: AbortSignal }
  readonly endTurn: () => void
  readonly interrupt: () => void
}

/** The state of a session that begins, or goes on. */
export function createSessionState(options: QueryEngineOptions): SessionState {
  const { provider, cwd, home } = options
  let { model, toolbox } = options
  let permissions: CurrentPermissions = options.permissions
  let next = { model, toolbox }
  let turn: AbortController | null = null
  const mode: Box<PermissionMode> = {
    get: () => permissions.mode,
    set(next) {
      permissions = { ...permissions, mode: next }
    },
  }
  const canSnip = toolbox.find(SNIP_TOOL) !== undefined
  const target = (): ConversationOptions => ({
    tools: toolbox.names,
    target: { model, platform: provider.platform },
    labels: canSnip,
  })
  const conversation = createConversation(options.messages, target())
  const snips = createSnipService(conversation.messages)
  const bell = createBell()
  const inbox = createInbox({
    record: options.recordEntry ?? (async () => undefined),
    now: options.now ?? Date.now,
    onAdd: bell.ring,
    waiting: markReports(options.queuedPrompts ?? [], conversation.messages()),
  })
  inbox.add(findLostAgents(conversation.messages(), inbox.prompts.list()))

  /** Between two turns only: the requests of one turn go to one model, with the same tools. */
  function takeChanges(changes: Partial<typeof next> = {}): void {
    next = { ...next, ...changes }
    if (turn || (next.model === model && next.toolbox === toolbox)) return
    model = next.model
    toolbox = next.toolbox
    conversation.restart(conversation.messages(), target())
  }

  return {
    conversation,
    files: createFileMemory(),
    nestedMemory: createSessionMemory(options, options.messages ?? []),
    services: {
      ...EMPTY_SERVICES,
      todos: createBox<readonly Todo[]>([]),
      mode,
      ...(canSnip && { snips }),
      ...options.services,
    },
    model: () => model,
    setModel: model => takeChanges({ model }),
    thinking: createBox(options.thinking ?? DEFAULT_THINKING),
    toolbox: () => toolbox,
    setToolbox: toolbox => takeChanges({ toolbox }),
    permissions: () => ({ ...permissions, cwd, home }),
    updatePermissions(updates) {
      permissions = updates.reduce(applyPermissionUpdate, permissions)
    },
    denials: [],
    compactionFailures: createBox(0),
    bindingBetas: createBox<readonly string[]>([]),
    inbox,
    background: createBackgroundAgents(tasks => {
      bell.ring()
      options.onTask?.({ kind: 'running', tasks })
    }),
    bell,
    life: createSessionLife(options),
    takeSnips: snips.take,
    newUuid: randomUUID,
    isRunning: () => turn !== null,
    beginTurn() {
      if (turn) throw new Error('A turn is running; wait for its end or interrupt it.')
      turn = new AbortController()
      return { signal: turn.signal }
    },
    endTurn() {
      turn = null
      takeChanges()
    },
    interrupt: () => turn?.abort(),
  }
}

/** Instructions of folders, of which these messages tell some already. */
export function createSessionMemory(
  { cwd, home, memoryPaths = [] }: QueryEngineOptions,
  messages: readonly Message[],
): NestedMemory {
  return createNestedMemory({ cwd, home, known: memoryPaths, messages })
}

/** Messages bear labels where the model has the tool that uses them. */
const SNIP_TOOL = 'Snip'

const EMPTY_SERVICES = {
  shells: null,
  agents: null,
  questions: null,
  skills: null,
  deferredTools: null,
  snips: null,
  planFile: null,
  checkpoints: null,
} satisfies Partial<SessionServices>

function createBox<T>(initial: T): Box<T> {
  let value = initial
  return {
    get: () => value,
    set(next) {
      value = next
    },
  }
}

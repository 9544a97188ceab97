import { randomUUID } from 'node:crypto'
import type { Message, PermissionMode, UUID } from '@antiphon/core'
import type { PermissionUpdate } from '@antiphon/core/wire'
import { type BackgroundAgents, createBackgroundAgents } from '../agents/background-agents.ts'
import { findLostAgents, markReports } from '../agents/find-lost-agents.ts'
import { createClassifier } from '../auto-mode/create-classifier.ts'
import {
  type Conversation,
  type ConversationOptions,
  createConversation,
} from '../conversation/conversation.ts'
import { createSessionBudget, type SessionBudget } from '../conversation/session-budget.ts'
import { createNestedMemory, type NestedMemory } from '../memory/create-nested-memory.ts'
import { findTodos } from '../memory/find-todos.ts'
import { applyPermissionUpdate, type CurrentPermissions } from '../permissions/current-permissions.ts'
import type { Classifier, PermissionState } from '../permissions/permission.ts'
import { DEFAULT_THINKING, type ThinkingChoice } from '../query/thinking-choice.ts'
import { type Box, createBox } from '../tool/box.ts'
import { createFileMemory, type FileMemory } from '../tool/file-memory.ts'
import type { SessionServices, Todo } from '../tool/session-services.ts'
import type { Toolbox } from '../tool/toolbox.ts'
import { type Bell, createBell } from './bell.ts'
import { createSnipService } from './create-snip-service.ts'
import { createDenials, type Denials } from './denials.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { SessionOptions } from './query-engine-options.ts'
import { createSessionLife, type SessionLife } from './session-life.ts'
import { toSmallModel } from './to-small-model.ts'
import { createTurnGate, type TurnGate } from './turn-gate.ts'

/** What a session remembers from one turn to the next. */
export type SessionState = {
  readonly conversation: Conversation
  readonly files: FileMemory
  /** Instructions of folders that were not told yet. */
  readonly nestedMemory: NestedMemory
  readonly services: SessionServices
  readonly model: () => string
  readonly setModel: (model: string) => void
  /** The one that was set last; it counts from the next turn on. */
  readonly nextModel: () => string
  /** From the next turn on. */
  readonly thinking: Box<ThinkingChoice>
  readonly toolbox: () => Toolbox
  readonly setToolbox: (toolbox: Toolbox) => void
  /** What decides on calls now. */
  readonly permissions: () => PermissionState
  readonly updatePermissions: (updates: readonly PermissionUpdate[]) => void
  readonly denials: Denials
  /** Judges what the automatic mode leaves open, for subagents as well. */
  readonly classify: Classifier
  readonly budget: SessionBudget
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
  readonly turns: TurnGate
}

/** The state of a session that begins, or goes on. */
export function createSessionState(options: SessionOptions): SessionState {
  const { provider, cwd, home } = options
  const planFile = options.services?.planFile ?? null
  let { model, toolbox } = options
  let permissions: CurrentPermissions = options.permissions
  let next = { model, toolbox }
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
    toolSearch: options.toolSearch,
    labels: canSnip,
  })
  const conversation = createConversation(options.messages, target())
  const snips = createSnipService(conversation.messages)
  const bell = createBell()
  const inbox = createInbox({
    record: options.recordEntry ?? (async () => undefined),
    now: options.now,
    onAdd: bell.ring,
    waiting: markReports(options.queuedPrompts ?? [], conversation.messages()),
  })
  inbox.add(findLostAgents(conversation.messages(), inbox.prompts.list()))

  const turns = createTurnGate(takeChanges)

  /** Between two turns only: the requests of one turn go to one model, with the same tools. */
  function change(changes: Partial<typeof next>): void {
    next = { ...next, ...changes }
    if (!turns.isRunning()) takeChanges()
  }

  function takeChanges(): void {
    if (next.model === model && next.toolbox === toolbox) return
    model = next.model
    toolbox = next.toolbox
    conversation.restart(conversation.messages(), target())
  }

  return {
    conversation,
    files: createFileMemory(),
    nestedMemory: createSessionMemory(options, conversation.messages),
    services: {
      ...EMPTY_SERVICES,
      todos: createBox<readonly Todo[]>(findTodos(options.messages ?? [])),
      mode,
      ...(canSnip && { snips }),
      ...options.services,
    },
    model: () => model,
    setModel: model => change({ model }),
    nextModel: () => next.model,
    thinking: createBox(options.thinking ?? DEFAULT_THINKING),
    toolbox: () => toolbox,
    setToolbox: toolbox => change({ toolbox }),
    permissions: () => ({ ...permissions, cwd, home, ...(planFile !== null && { planFile }) }),
    updatePermissions(updates) {
      permissions = updates.reduce(applyPermissionUpdate, permissions)
    },
    denials: createDenials(),
    budget: createSessionBudget(options.budget),
    classify: createClassifier({
      small: toSmallModel(options),
      cwd,
      messages: conversation.messages,
      now: options.now,
    }),
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
    turns,
  }
}

/** Instructions of folders, of which these messages tell some already. */
export function createSessionMemory(
  { cwd, home, memoryPaths = [] }: SessionOptions,
  messages: () => readonly Message[],
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
  sandbox: null,
  checkpoints: null,
  schedule: null,
} satisfies Partial<SessionServices>

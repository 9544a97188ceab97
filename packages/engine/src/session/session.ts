import { setTimeout } from 'node:timers/promises'
import { isCompactBoundaryMessage, type Message, type PermissionMode } from '@antiphon/core'
import type { PermissionUpdate } from '@antiphon/core/wire'
import { type BackgroundAgents, createBackgroundAgents } from '../agents/background-agents.ts'
import { findLostAgents, markReports } from '../agents/find-lost-agents.ts'
import { createClassifier } from '../auto-mode/create-classifier.ts'
import {
  type ConversationOptions,
  createConversation,
  type LiveConversation,
} from '../conversation/conversation.ts'
import { createSessionBudget, type SessionBudget } from '../conversation/session-budget.ts'
import { createNestedMemory, type NestedMemory } from '../memory/create-nested-memory.ts'
import { findTodos } from '../memory/create-todo-reminder.ts'
import { applyPermissionUpdate, type CurrentPermissions } from '../permissions/current-permissions.ts'
import type { Classifier, PermissionState } from '../permissions/permission.ts'
import type { QueryContext } from '../query/query-context.ts'
import { createRetryPolicy } from '../query/retry-policy.ts'
import { DEFAULT_THINKING, type ThinkingChoice } from '../query/thinking-choice.ts'
import type { SmallModel } from '../summaries/ask-small-model.ts'
import { type Box, createBox } from '../tool/box.ts'
import { createFileMemory, type FileMemory } from '../tool/file-memory.ts'
import type { SessionServices, Todo } from '../tool/session-services.ts'
import type { Toolbox } from '../tool/toolbox.ts'
import { type Condition, createCondition } from '../waiting/condition.ts'
import { createSnipService } from './create-snip-service.ts'
import { createDenials, type Denials } from './denials.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'
import { createSessionLife, type SessionLife } from './session-life.ts'
import { createTurnGate, type TurnGate } from './turn-gate.ts'

/** What one conversation owns: what its options say, everything decided that they leave open, and what it remembers from one turn to the next. */
export type Session = Omit<QueryEngineOptions, Decided | Remembered> &
  Required<Pick<QueryEngineOptions, Decided>> &
  Omit<QueryEngineOptions['permissions'], keyof CurrentPermissions> & {
    readonly conversation: LiveConversation
    readonly files: FileMemory
    /** Instructions of folders that were not told yet. */
    readonly nestedMemory: NestedMemory
    readonly services: SessionServices
    /** The model of this turn; one that is set while a turn runs counts from the next one on, and so do tools. */
    readonly model: string
    readonly nextModel: string
    /** The model of its beginning. */
    readonly firstModel: string
    readonly setModel: (model: string) => void
    readonly toolbox: Toolbox
    readonly setToolbox: (toolbox: Toolbox) => void
    readonly thinking: ThinkingChoice
    readonly setThinking: (thinking: ThinkingChoice) => void
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
    /** Changes when a prompt begins to wait, and when an agent in the background ends. */
    readonly changed: Condition
    readonly life: SessionLife
    /** Boundaries of what the model dropped since the last request. */
    readonly takeSnips: () => readonly Message[]
    /** The way to the log: who writes a boundary notes at once again what waits, since a resume reads from there. */
    readonly record: QueryContext['record']
    readonly turns: TurnGate
  }

type Decided =
  | 'hooks'
  | 'reminders'
  | 'summarize'
  | 'toolSearch'
  | 'maxTurns'
  | 'retry'
  | 'now'
  | 'random'
  | 'sleep'

/** What options say of the beginning alone. */
type Remembered =
  | 'model'
  | 'toolbox'
  | 'thinking'
  | 'permissions'
  | 'services'
  | 'budget'
  | 'messages'
  | 'queuedPrompts'

const DEFAULTS: Required<Pick<QueryEngineOptions, Decided>> = {
  hooks: {},
  reminders: [],
  summarize: null,
  toolSearch: true,
  maxTurns: Number.POSITIVE_INFINITY,
  retry: createRetryPolicy(),
  now: Date.now,
  random: Math.random,
  /** Ends early when the turn is interrupted; that is no error here. */
  async sleep(milliseconds, signal) {
    await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
  },
}

/** A session that begins, or goes on from the messages of its options. */
export function createSession(options: QueryEngineOptions): Session {
  const { messages = [], queuedPrompts = [], ...given } = { ...DEFAULTS, ...options }
  const { provider, cwd, home, recorder, now } = given
  const planFile = given.services?.planFile ?? null
  let { model, toolbox, thinking = DEFAULT_THINKING } = given
  let permissions: CurrentPermissions = given.permissions
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
    toolSearch: given.toolSearch,
    labels: canSnip,
  })
  const conversation = createConversation(messages, target())
  const snips = createSnipService(conversation.messages)
  const changed = createCondition()
  const inbox = createInbox({
    record: given.recordEntry ?? (async () => undefined),
    now,
    onAdd: changed.notify,
    waiting: markReports(queuedPrompts, conversation.messages()),
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
    ...given,
    ...given.permissions,
    conversation,
    files: createFileMemory(),
    nestedMemory: createSessionMemory(given, conversation.messages),
    services: {
      ...NO_SERVICES,
      todos: createBox<readonly Todo[]>(findTodos(messages)),
      mode,
      ...(canSnip && { snips }),
      ...given.services,
    },
    get model() {
      return model
    },
    get nextModel() {
      return next.model
    },
    firstModel: given.model,
    setModel: model => change({ model }),
    get toolbox() {
      return toolbox
    },
    setToolbox: toolbox => change({ toolbox }),
    get thinking() {
      return thinking
    },
    setThinking(choice) {
      thinking = choice
    },
    permissions: () => ({ ...permissions, cwd, home, ...(planFile !== null && { planFile }) }),
    updatePermissions(updates) {
      permissions = updates.reduce(applyPermissionUpdate, permissions)
    },
    denials: createDenials(),
    budget: createSessionBudget(given.budget),
    classify: createClassifier({
      small: toSmallModel(given),
      cwd,
      messages: conversation.messages,
      now,
    }),
    compactionFailures: createBox(0),
    bindingBetas: createBox<readonly string[]>([]),
    inbox,
    background: createBackgroundAgents(tasks => {
      changed.notify()
      given.onTask?.({ kind: 'running', tasks })
    }),
    changed,
    life: createSessionLife(given, messages.length > 0 ? 'resume' : 'startup'),
    takeSnips: snips.take,
    async record(messages, after) {
      const recorded = recorder.record({ messages, after })
      const noted = messages.some(isCompactBoundaryMessage) ? inbox.prompts.noteAgain() : undefined
      await Promise.all([recorded, noted])
    },
    turns,
  }
}

/** Instructions of folders, of which these messages tell some already. */
export function createSessionMemory(
  { cwd, home, memoryPaths = [] }: Pick<QueryEngineOptions, 'cwd' | 'home' | 'memoryPaths'>,
  messages: () => readonly Message[],
): NestedMemory {
  return createNestedMemory({ cwd, home, known: memoryPaths, messages })
}

/** Messages bear labels where the model has the tool that uses them. */
const SNIP_TOOL = 'Snip'

/** What a session has not unless somebody gives it. */
export const NO_SERVICES: Readonly<Record<MissingService, null>> = {
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
  editor: null,
}

type MissingService = Exclude<keyof SessionServices, 'todos' | 'mode'>

type Options = Pick<QueryEngineOptions, 'provider' | 'smallModel'>

/** The small model that is asked where one has to be, such as the judge of auto mode. */
function toSmallModel({ provider, smallModel }: Options): SmallModel {
  return { provider, ...(typeof smallModel === 'string' && { model: smallModel }) }
}

/** The small model for what is a comfort, such as titles; null where rules do that without a request. */
export function toComfortModel(options: Options): SmallModel | null {
  return options.smallModel === null ? null : toSmallModel(options)
}

import { randomUUID } from 'node:crypto'
import type { Message, PermissionMode, UUID } from '@antiphon/core'
import type { PermissionDenial } from '../permissions/create-permit.ts'
import type { PermissionRules } from '../permissions/permission.ts'
import { createFileMemory, type FileMemory } from '../tool/file-memory.ts'
import type { Box, SessionServices, Todo } from '../tool/session-services.ts'
import { type Conversation, type ConversationOptions, createConversation } from './conversation.ts'
import { createSnipService } from './create-snip-service.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'
import { createSessionLife, type SessionLife } from './session-life.ts'

/** What a session remembers from one turn to the next. */
export type SessionState = {
  readonly conversation: Conversation
  readonly files: FileMemory
  readonly services: SessionServices
  readonly model: () => string
  readonly setModel: (model: string) => void
  readonly rules: () => PermissionRules
  readonly addRules: (rules: readonly string[]) => void
  readonly denials: PermissionDenial[]
  /** Compactions that failed, in a row. */
  readonly compactionFailures: Box<number>
  readonly inbox: Inbox
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
  const { toolbox, provider, permissions } = options
  let model = options.model
  let rules = permissions.rules
  let turn: AbortController | null = null
  const canSnip = toolbox.find(SNIP_TOOL) !== undefined
  const target = (): ConversationOptions => ({
    tools: toolbox.names,
    target: { model, platform: provider.platform },
    labels: canSnip,
  })
  const conversation = createConversation(options.messages, target())
  const snips = createSnipService(conversation.messages)
  return {
    conversation,
    files: createFileMemory(),
    services: {
      ...EMPTY_SERVICES,
      ...createBoxes(permissions.mode),
      ...(canSnip && { snips }),
      ...options.services,
    },
    model: () => model,
    setModel(next) {
      model = next
      conversation.restart(conversation.messages(), target())
    },
    rules: () => rules,
    addRules(added) {
      rules = { ...rules, allow: [...rules.allow, ...added] }
    },
    denials: [],
    compactionFailures: createBox(0),
    inbox: createInbox({
      record: options.recordEntry ?? (async () => undefined),
      now: options.now ?? Date.now,
    }),
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
    },
    interrupt: () => turn?.abort(),
  }
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
} satisfies Partial<SessionServices>

function createBoxes(mode: PermissionMode): Pick<SessionServices, 'todos' | 'mode'> {
  return { todos: createBox<readonly Todo[]>([]), mode: createBox(mode) }
}

function createBox<T>(initial: T): Box<T> {
  let value = initial
  return {
    get: () => value,
    set(next) {
      value = next
    },
  }
}

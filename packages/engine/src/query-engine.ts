import type { ContentBlock } from '@antiphon/contract'
import type { Message, PermissionMode, Repair, SystemAwaySummaryMessage, UUID } from '@antiphon/core'
import type { ContextUsage } from '@antiphon/core/usage'
import type { PermissionUpdate, WireSlashCommand } from '@antiphon/core/wire'
import type { TaskInfo } from './agents/task-event.ts'
import type { RewindOptions, RewindResult } from './checkpoints/checkpoints.ts'
import { describeSessionSandbox } from './commands/built-in-commands.ts'
import { toWireCommand } from './commands/command-table.ts'
import { listCommands } from './commands/list-commands.ts'
import type { QueuedPrompt, QueueOptions } from './conversation/prompt-queue.ts'
import type { PermissionState } from './permissions/permission.ts'
import type { QueryEvent } from './query/query-event.ts'
import type { ThinkingChoice } from './query/thinking-choice.ts'
import { compactByHand } from './session/compact-by-hand.ts'
import { computeSessionUsage } from './session/compute-session-usage.ts'
import type { QueryEngineOptions } from './session/query-engine-options.ts'
import { createSession } from './session/session.ts'
import { tellLater } from './session/tell-later.ts'
import type { TailOfOutput } from './shell/output-tail.ts'
import { endAgents } from './subagents/end-agents.ts'
import type { Toolbox } from './tool/toolbox.ts'
import { asTurn } from './turn/as-turn.ts'
import {
  noteRead,
  recordTitle,
  rewindSessionFiles,
  type SeenFile,
  switchModel,
  tellAwaySummary,
} from './turn/between-turns.ts'
import { closeSession } from './turn/close-session.ts'
import { submitPrompt } from './turn/submit-prompt.ts'
import type { SubmitOptions, TurnResult } from './turn/turn-result.ts'

/** A session with an agent: takes prompts, one at a time, and tells what happens. */
export interface QueryEngine {
  /** Runs a turn. What it yields is stored already, but for the model's own words, which follow at once; its result comes when all is durable. */
  submit(
    prompt: string | readonly ContentBlock[],
    options?: SubmitOptions,
  ): AsyncGenerator<QueryEvent, TurnResult, undefined>
  /** Stops the turn that runs, and the agents in the background; every open call is answered. */
  interrupt(): void
  /** Sums up the conversation and goes on with the summary; false where that did not work. */
  compact(instructions?: string): AsyncGenerator<Message, boolean, undefined>
  /**
   * Takes a prompt while a turn runs: the model hears of it between two rounds of calls, or it waits until who owns the
   * turns takes it by `nextQueued` and submits it. Resolves when it is safe.
   */
  queue(prompt: string | readonly ContentBlock[], options?: QueueOptions): Promise<UUID>
  queued(): readonly QueuedPrompt[]
  /**
   * For a host that is idle: true as soon as a prompt waits, false when none does and no agent runs in the background
   * that could send one. Ask again after each turn, since only turns start agents.
   */
  whenQueued(): Promise<boolean>
  /** The agents that run in the background. */
  tasks(): readonly TaskInfo[]
  /** Ends an agent or a command in the background; false where it does not run. */
  stopTask(taskId: string): Promise<boolean>
  /** Lets commands go on in the background for which calls wait, one or all; gives those calls. Agents stay where they are. */
  backgroundTasks(toolUseId?: string): readonly string[]
  /** The end of what a command in the background printed; null where there is no such command. */
  taskOutput(taskId: string): TailOfOutput | null
  /** Takes the oldest prompt that waits, for who owns the turns to submit. */
  nextQueued(): Promise<QueuedPrompt | null>
  /** Gives back what still waits, or the one prompt that is named. */
  cancelQueued(uuid?: UUID): Promise<readonly QueuedPrompt[]>
  /** What a person can call by a slash, as it is now. */
  commands(): readonly WireSlashCommand[]
  /** What keeps commands in, line by line, for a person. */
  describeSandbox(): Promise<readonly string[]>
  /** Says, to a person who comes back, what happened since their last prompt; null where nothing did. */
  summarizeAway(): Promise<SystemAwaySummaryMessage | null>
  /** Names the session by a small model and records the name; null where it finds none. */
  generateTitle(): Promise<string | null>
  model(): string
  setModel(model: string): void
  /**
   * The same because somebody chose it: people read in the log that the model was switched, the model does not. Gives
   * what is stored by now; while a turn runs, the turn tells it.
   */
  switchModel(model: string): Promise<readonly Message[]>
  thinking(): ThinkingChoice
  /** From the next turn on. */
  setThinking(thinking: ThinkingChoice): void
  /** Other tools, from the next turn on; they cost the prompt cache once. */
  setToolbox(toolbox: Toolbox): void
  permissions(): PermissionState
  setPermissionMode(mode: PermissionMode): void
  updatePermissions(updates: readonly PermissionUpdate[]): void
  /** Stores messages that ask for no answer; the model reads them on its next turn. */
  tell(messages: readonly Message[]): Promise<void>
  /** Gives the files that tools changed the state back that they had at a prompt; the conversation stays as it is. */
  rewindFiles(userMessageId: UUID, options?: RewindOptions): Promise<RewindResult>
  /** Takes a file as read that somebody read elsewhere; gives why it does not count, else null. */
  noteRead(file: SeenFile): Promise<string | null>
  /** What fills the model's window now. */
  contextUsage(): Promise<ContextUsage>
  messages(): readonly Message[]
  /** What of them is not sent as it is stored. */
  repairs(): readonly Repair[]
  /** What the model is told that it can call. */
  toolNames(): readonly string[]
  /** Ends what still runs in the background and makes everything durable. */
  close(): Promise<void>
}

/** Opens a session. It goes on from `messages` where there are any. */
export function createQueryEngine(options: QueryEngineOptions): QueryEngine {
  const session = createSession(options)
  const { inbox, background, services, conversation, turns } = session
  const closing = new AbortController()
  return {
    submit: asTurn(session, submitPrompt),
    interrupt() {
      turns.interrupt()
      // What fails to be stored is reported by the recorder.
      endAgents(session).catch(() => undefined)
    },
    queue: inbox.prompts.add,
    queued: inbox.prompts.list,
    async whenQueued() {
      while (inbox.prompts.list().length === 0) {
        if (background.list().length === 0) return false
        await session.changed.next()
      }
      return true
    },
    tasks: background.list,
    stopTask: async taskId => (await endAgents(session, taskId)) || (services.shells?.kill(taskId) ?? false),
    backgroundTasks: toolUseId => services.shells?.foreground.move(toolUseId) ?? [],
    taskOutput: taskId => services.shells?.tail(taskId) ?? null,
    nextQueued: inbox.prompts.next,
    cancelQueued: inbox.prompts.cancel,
    describeSandbox: () => describeSessionSandbox(session),
    commands: () => listCommands(session).map(toWireCommand),
    summarizeAway: () => tellAwaySummary(session, closing.signal),
    generateTitle: () => recordTitle(session, closing.signal),
    compact: asTurn(session, compactByHand),
    model: () => session.model,
    setModel: session.setModel,
    switchModel: model => switchModel(session, model),
    thinking: () => session.thinking,
    setThinking: session.setThinking,
    setToolbox: session.setToolbox,
    permissions: session.permissions,
    setPermissionMode: mode => services.mode.set(mode),
    updatePermissions: session.updatePermissions,
    async tell(messages) {
      await tellLater(session, messages)
    },
    rewindFiles: (userMessageId, options) => rewindSessionFiles(session, userMessageId, options),
    noteRead: file => noteRead(session, file),
    contextUsage: () => computeSessionUsage(session),
    messages: conversation.messages,
    repairs: conversation.repairs,
    toolNames() {
      const { tools, serverTools } = session.toolbox
      return [...tools, ...serverTools].map(({ name }) => name)
    },
    async close() {
      closing.abort()
      await closeSession(session)
    },
  }
}

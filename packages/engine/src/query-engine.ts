import type { ContentBlock } from '@antiphon/contract'
import type {
  ContextReference,
  Message,
  MessageOrigin,
  PermissionMode,
  Repair,
  SystemAwaySummaryMessage,
  UUID,
} from '@antiphon/core'
import type { ContextUsage } from '@antiphon/core/usage'
import type { PermissionUpdate, WireSlashCommand } from '@antiphon/core/wire'
import type { TaskInfo } from './agents/task-event.ts'
import type { RewindOptions, RewindResult } from './checkpoints/checkpoints.ts'
import { describeSessionSandbox } from './commands/built-in/sandbox-command.ts'
import { listCommands, toWireCommand } from './commands/list-commands.ts'
import type { QueuedPrompt, QueueOptions } from './conversation/prompt-queue.ts'
import type { PermissionState } from './permissions/permission.ts'
import type { QueryEvent } from './query/query-event.ts'
import type { ThinkingChoice } from './query/thinking-choice.ts'
import { compactByHand } from './session/compact-by-hand.ts'
import { computeSessionUsage } from './session/compute-session-usage.ts'
import { createLocalCommandMessages } from './session/create-local-command-messages.ts'
import { currentOptions } from './session/current-options.ts'
import { type QueryEngineOptions, toSessionOptions } from './session/query-engine-options.ts'
import { createSessionState } from './session/session-state.ts'
import { tellLater } from './session/tell-later.ts'
import { waitForPrompt } from './session/wait-for-prompt.ts'
import { withoutBlanks } from './session/without-blanks.ts'
import type { TailOfOutput } from './shell/output-tail.ts'
import { endAgents } from './subagents/end-agents.ts'
import type { Toolbox } from './tool/toolbox.ts'
import { closeSession } from './turn/close-session.ts'
import { noteRead, type SeenFile } from './turn/note-read.ts'
import { rewindSessionFiles } from './turn/rewind-session-files.ts'
import { runTurn } from './turn/run-turn.ts'
import { recordTitle, tellAwaySummary } from './turn/small-jobs.ts'
import { submitPrompt, type TurnResult } from './turn/submit-prompt.ts'
import { switchModel } from './turn/switch-model.ts'

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
  /** Stores a command that ran here, such as `/cost` or `!ls`, so that the model can read it on its next turn. */
  recordLocalCommand(input: string, output: string): Promise<readonly Message[]>
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

export type SubmitOptions = {
  /** Messages that belong before the prompt: attachments, references. */
  readonly before?: readonly Message[]
  readonly uuid?: string
  /** Who sent it, where it is known: that of the queued prompt which is submitted. */
  readonly origin?: MessageOrigin
  /** What the person attached; the prompt holds its rendering. */
  readonly contexts?: readonly ContextReference[]
  /** Interrupts the turn, also before it has begun. */
  readonly signal?: AbortSignal
}

/** Opens a session. It goes on from `messages` where there are any. */
export function createQueryEngine(given: QueryEngineOptions): QueryEngine {
  const options = toSessionOptions(given)
  const state = createSessionState(options)
  const session = { options, state }
  const closing = new AbortController()
  return {
    submit(prompt, { signal: interruptedBy, ...submission } = {}) {
      const work = (signal: AbortSignal): ReturnType<typeof submitPrompt> =>
        submitPrompt({
          ...{ state, options: currentOptions(session), signal },
          ...{ ...submission, prompt: withoutBlanks(prompt) },
        })
      return runTurn({ ...session, work, interruptedBy })
    },
    interrupt() {
      state.turns.interrupt()
      // What fails to be stored is reported by the recorder.
      endAgents(session).catch(() => undefined)
    },
    queue: (prompt, options) => state.inbox.prompts.add(prompt, options),
    queued: () => state.inbox.prompts.list(),
    whenQueued: () => waitForPrompt(state),
    tasks: () => state.background.list(),
    stopTask: async taskId =>
      (await endAgents(session, taskId)) || (state.services.shells?.kill(taskId) ?? false),
    backgroundTasks: toolUseId => state.services.shells?.foreground.move(toolUseId) ?? [],
    taskOutput: taskId => state.services.shells?.tail(taskId) ?? null,
    nextQueued: () => state.inbox.prompts.next(),
    cancelQueued: uuid => state.inbox.prompts.cancel(uuid),
    recordLocalCommand: (input, output) => tellLater(session, createLocalCommandMessages(input, output)),
    describeSandbox: () => describeSessionSandbox(state),
    commands: () => listCommands(session).map(toWireCommand),
    summarizeAway: () => tellAwaySummary(session, closing.signal),
    generateTitle: () => recordTitle(session, closing.signal),
    compact: instructions =>
      runTurn({ ...session, work: signal => compactByHand(session, signal, instructions) }),
    model: () => state.model(),
    setModel: model => state.setModel(model),
    switchModel: model => switchModel(session, model),
    thinking: () => state.thinking.get(),
    setThinking: thinking => state.thinking.set(thinking),
    setToolbox: toolbox => state.setToolbox(toolbox),
    permissions: () => state.permissions(),
    setPermissionMode: mode => state.services.mode.set(mode),
    updatePermissions: updates => state.updatePermissions(updates),
    async tell(messages) {
      await tellLater(session, messages)
    },
    rewindFiles: (userMessageId, options) => rewindSessionFiles(state, userMessageId, options),
    noteRead: file => noteRead(state, file),
    contextUsage: () => computeSessionUsage(session),
    messages: () => state.conversation.messages(),
    repairs: () => state.conversation.repairs(),
    toolNames() {
      const { tools, serverTools } = state.toolbox()
      return [...tools, ...serverTools].map(({ name }) => name)
    },
    async close() {
      closing.abort()
      await closeSession(session)
    },
  }
}

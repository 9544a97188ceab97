import { isAssistantMessage, type Message, type UUID } from '@antiphon/core'
import { blocksOf } from '../conversation/blocks-of.ts'
import type { RewindJudge } from './judge-rewind.ts'

/**
 * Remembers what files were at each prompt, and brings them back. It stands beside the work: nothing here refuses an
 * edit or a prompt. Where a file cannot be kept, that is a problem to tell, and the rewind says so again.
 */
export interface Checkpoints {
  /** Opens the checkpoint of a prompt: keeps what became of the files that were changed before. */
  beginPrompt(messageId: UUID): Promise<void>
  /** To be awaited before a tool changes a file; resolves when its state is on disk. */
  beforeChange(path: string, source?: ChangeSource): Promise<void>
  /** Says how a tool left a file, so that a change by somebody else is noticed. */
  afterChange(path: string): Promise<void>
  /** Gives each tracked file back the state that it had at the prompt, and deletes those that did not exist then. */
  rewind(messageId: UUID, options?: JudgedRewindOptions): Promise<RewindResult>
  /** What could not be kept since the last time, in sentences for a person. */
  takeProblems(): readonly string[]
}

type ChangeSource = {
  /** The assistant message that asks for the change; the prompt where that is not known. */
  readonly messageId?: UUID | undefined
}

export type RewindOptions = {
  /** Only say what would happen. */
  readonly dryRun?: boolean
}

type JudgedRewindOptions = RewindOptions & {
  /** Who decides which files may be changed: unless told, those below the working directory. */
  readonly judge?: RewindJudge
}

/** What a rewind came to, in the words of the Agent SDK; `notices` is ours. */
export type RewindResult = {
  readonly canRewind: boolean
  readonly error?: string
  /** Absolute paths. */
  readonly filesChanged: readonly string[]
  /** Lines that the rewind adds and takes away; files that are no text count none. */
  readonly insertions: number
  readonly deletions: number
  /** Files left alone because a link or something that is no file stands in their place. */
  readonly skippedLinks?: number
  /** What a person should know: files left alone and why, files changed by others, kept copies, failures. */
  readonly notices: readonly string[]
}

/** The answer where nothing can be rewound. */
export function refuseRewind(error: string, notices: readonly string[] = []): RewindResult {
  return { canRewind: false, error, filesChanged: [], insertions: 0, deletions: 0, notices }
}

type CheckpointsWish = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** A person sits before it; programs have to ask. */
  readonly isInteractive: boolean
  /** `fileCheckpointingEnabled` of the settings. */
  readonly setting?: boolean | undefined
}

/** Whether a session keeps checkpoints of files, by the switches of Claude Code and of the Agent SDK. */
export function wantsCheckpoints({ env, isInteractive, setting }: CheckpointsWish): boolean {
  if (isSet(env.CLAUDE_CODE_DISABLE_FILE_CHECKPOINTING)) return false
  return isInteractive ? setting !== false : isSet(env.CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING)
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && ['1', 'true', 'yes', 'on'].includes(value.trim().toLowerCase())
}

/** Checkpoints for one call: the log then says which message of the model changed a file. */
export function attributeChanges(
  checkpoints: Checkpoints | null,
  call: { readonly toolUseId: string; readonly messages: () => readonly Message[] },
): Checkpoints | null {
  if (checkpoints === null) return null
  return {
    ...checkpoints,
    beforeChange: path =>
      checkpoints.beforeChange(path, { messageId: findMessage(call.messages(), call.toolUseId) }),
  }
}

function findMessage(messages: readonly Message[], toolUseId: string): UUID | undefined {
  return messages.findLast(
    message =>
      isAssistantMessage(message) &&
      blocksOf(message).some(block => block.type === 'tool_use' && block.id === toolUseId),
  )?.uuid
}

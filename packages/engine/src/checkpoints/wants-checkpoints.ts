export type CheckpointsWish = {
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

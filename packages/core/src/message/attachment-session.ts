/** Where and when the session runs, and with whom. */
export type AnySessionAttachment =
  | DateAttachment
  | DateChangeAttachment
  | EnvironmentAttachment
  | ModelAttachment
  | SessionContextAttachment
  | RemoteSessionChangeAttachment

export type DateAttachment = { readonly type: 'date'; readonly date: string }

export type DateChangeAttachment = { readonly type: 'date_change'; readonly newDate: string }

export type EnvironmentAttachment = {
  readonly type: 'environment'
  readonly snapshot: {
    readonly workingDirectory: string
    readonly isWorktree?: boolean
    readonly isGitRepo?: boolean
    readonly additionalWorkingDirectories?: readonly string[]
    readonly platform?: string
    readonly shell?: string
    readonly osVersion?: string
  }
}

export type ModelAttachment = {
  readonly type: 'model'
  readonly identity: {
    readonly modelId: string
    readonly marketingName?: string
    readonly knowledgeCutoff?: string
  }
  readonly text: string
}

/** Named pieces of context, such as the project's instructions. */
export type SessionContextAttachment = {
  readonly type: 'session_context'
  readonly context: Readonly<Record<string, string>>
}

/** The trailers that commits and pull requests are to carry, and where the session is shown. */
export type RemoteSessionChangeAttachment = {
  readonly type: 'remote_session_change'
  readonly url: string | null
  readonly commit?: string
  readonly pr?: string
  readonly sendUserFileHint?: boolean
  readonly managedCommit?: boolean
  readonly managedPr?: boolean
}

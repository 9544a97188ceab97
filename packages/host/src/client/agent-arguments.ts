/** How an agent is started: the flags that Claude Code and our own executable share. */
export type AgentStart = {
  /** The session to go on with. */
  readonly resume?: string
  /** With `resume`: goes on in a copy. */
  readonly isFork?: boolean
  /** The id that a new session gets. */
  readonly sessionId?: string
  readonly model?: string
  readonly permissionMode?: string
  readonly effort?: string
  readonly addFolders?: readonly string[]
  /** True where nobody said that the folder's own files may decide what runs: only the person's settings count. */
  readonly isUntrusted?: boolean
}

/** The arguments with which such a program speaks stream-json in both directions and asks whoever drives it. */
export function toAgentArguments(start: AgentStart = {}): readonly string[] {
  const { resume, isFork, sessionId, model, permissionMode, effort, addFolders = [], isUntrusted } = start
  return [
    ...SPEAKS_FRAMES,
    ...flag('--resume', resume),
    ...(isFork ? ['--fork-session'] : []),
    ...flag('--session-id', sessionId),
    ...flag('--model', model),
    ...flag('--permission-mode', permissionMode),
    ...flag('--effort', effort),
    ...(isUntrusted ? PERSON_ONLY : []),
    ...addFolders.flatMap(folder => flag('--add-dir', folder)),
  ]
}

const SPEAKS_FRAMES: readonly string[] = [
  ...['-p', '--input-format=stream-json', '--output-format=stream-json', '--verbose'],
  ...['--include-partial-messages', '--replay-user-messages', '--permission-prompt-tool=stdio'],
]

/** Without these `-p` runs hooks and takes variables of any folder: nobody is asked there whether it is trusted. */
const PERSON_ONLY: readonly string[] = ['--setting-sources=user', '--strict-mcp-config']

/** With `=`, since a value may begin with a dash. */
function flag(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}=${value}`]
}

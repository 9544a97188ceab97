import { TranscriptError } from '../transcript-error.ts'

/** The name of one log: a session of a project, or what one of its subagents said. */
export type SessionKey = {
  /** The folder of the project, as `toProjectKey` makes it from a working directory. */
  readonly project: string
  readonly session: string
  /** Below the session, without extension: `subagents/agent-<id>`. */
  readonly subpath?: string
}

/** The key of a subagent's own log. */
export function toSubagentKey(key: SessionKey, agentId: string): SessionKey {
  return { project: key.project, session: key.session, subpath: `subagents/agent-${agentId}` }
}

/**
 * The folder name of a working directory, as Claude Code makes it: what is no letter or digit becomes `-`; a long name
 * is cut and keeps apart by a hash. Lossy: a session's real directory stands in its entries.
 */
export function toProjectKey(cwd: string): string {
  const name = cwd.replace(/[^a-zA-Z0-9]/g, '-')
  return name.length <= MAX_PROJECT_LENGTH ? name : `${name.slice(0, MAX_PROJECT_LENGTH)}-${hash(cwd)}`
}

const MAX_PROJECT_LENGTH = 200

/** Throws where a part of a key could leave its folder or mean another log. */
export function checkSessionKey(key: SessionKey): void {
  const parts = [key.project, key.session, ...(key.subpath === undefined ? [] : key.subpath.split('/'))]
  for (const part of parts)
    if (!isSafeName(part))
      throw new TranscriptError(
        'bad-key',
        `${JSON.stringify(part)} cannot name a log: use letters, digits and any of . _ - (not . or .. alone).`,
      )
}

/** Text that stands for a key in maps and messages. */
export function formatSessionKey({ project, session, subpath }: SessionKey): string {
  return [project, session, ...(subpath === undefined ? [] : [subpath])].join('/')
}

/** True for a text that names something inside a folder and nothing outside. */
export function isSafeName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\x00-\x1f]/.test(name)
}

function hash(text: string): string {
  let value = 0
  for (let index = 0; index < text.length; index++) value = (value * 31 + text.charCodeAt(index)) | 0
  return Math.abs(value).toString(36)
}
